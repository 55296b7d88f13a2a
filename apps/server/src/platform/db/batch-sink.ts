import type { Batch } from './atomic.ts'
import type { BlockBuffer } from './value-blocks/block-buffer.ts'

/** Stores a batch together with or after the batches passed before it, in order. */
type JoinBatch = (batch: Promise<Batch>) => Promise<void>

export type BatchSink = {
  storeBatch: JoinBatch
  /** Receives large values of the batches; the sink stores its blocks no later than the batches. */
  readonly blocks: BlockBuffer
}

/** Returns undefined for a sink that cannot store other batches. */
export const findBatchSink = (sink: object): BatchSink | undefined =>
  isBatchSink(sink) ? sink : undefined

/** Only recordings have this property. */
const isBatchSink = (sink: object): sink is BatchSink => 'storeBatch' in sink
