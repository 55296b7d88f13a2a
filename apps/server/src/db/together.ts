import type { Batch } from './atomic.ts'

/** Stores a batch with what was handed over before it, or after that; in the order it is asked. */
export type Together = (batch: Promise<Batch>) => Promise<void>

export type TogetherSink = { together: Together }

/** Undefined for a sink that stores nothing of others. */
export const togetherOf = (sink: object): Together | undefined =>
  isTogether(sink) ? sink.together : undefined

/** Only recordings call something by this name. */
const isTogether = (sink: object): sink is TogetherSink => 'together' in sink
