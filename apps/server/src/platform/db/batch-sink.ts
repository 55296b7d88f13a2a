import type { Batch } from './atomic.ts'
import type { BlockBuffer } from './value-blocks/block-buffer.ts'

/** Stores a batch together with or after the batches passed before it, in order. */
type Together = (batch: Promise<Batch>) => Promise<void>

export type TogetherSink = {
  together: Together
  /** Receives large values of the batches; the sink stores its blocks no later than the batches. */
  readonly blocks: BlockBuffer
}

/** Returns undefined for a sink that cannot store other batches. */
export const togetherOf = (sink: object): TogetherSink | undefined =>
  isTogether(sink) ? sink : undefined

/** Only recordings have this property. */
const isTogether = (sink: object): sink is TogetherSink => 'together' in sink
