import type { Batch } from './atomic.ts'
import type { BlockBuffer } from './value-blocks/block-buffer.ts'

/** Stores a batch with what was handed over before it, or after that; in the order it is asked. */
type Together = (batch: Promise<Batch>) => Promise<void>

export type TogetherSink = {
  together: Together
  /** Receives large values of the batches; the sink stores its blocks no later than the batches. */
  readonly blocks: BlockBuffer
}

/** Undefined for a sink that stores nothing of others. */
export const togetherOf = (sink: object): TogetherSink | undefined =>
  isTogether(sink) ? sink : undefined

/** Only recordings call something by this name. */
const isTogether = (sink: object): sink is TogetherSink => 'together' in sink
