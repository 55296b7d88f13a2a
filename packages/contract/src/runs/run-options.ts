import * as z from 'zod'
import { JsonObject, Port } from '@lathe/nodes/schemas'
import { Id } from '../common.ts'
import { NodeId } from '../graph-document/document.ts'

/** Output of a node that is not executed. */
export const PinnedOutput = z.strictObject({
  /** Its channel writes, before reducers. */
  writes: JsonObject,
  /** Port of a branch or ask node. */
  port: Port.optional(),
})
export type PinnedOutput = z.infer<typeof PinnedOutput>

/** A checkpoint that a run continues from, on a new branch. Existing checkpoints stay. */
export const CheckpointFork = z.strictObject({
  /** Null starts before the first step of the thread, with an `input`. */
  id: z.string().max(64).nullable(),
  /**
   * With `asNode`, an update by that node: reducers apply, and its successors run next. Without it,
   * the channels are set to exactly these values, and the next nodes stay the same.
   */
  values: JsonObject.optional(),
  asNode: NodeId.optional(),
})
export type CheckpointFork = z.infer<typeof CheckpointFork>

/** LangGraph's command: what to write before a run continues, and which nodes to run. */
export const RunCommand = z.strictObject({
  /** Writes to channels, through their reducers. */
  update: JsonObject.optional(),
  /** Nodes that run next, in addition to the scheduled ones. */
  goto: z.array(NodeId).max(100).optional(),
})
export type RunCommand = z.infer<typeof RunCommand>

/**
 * Options that change how a run executes its graph. Stored with the run, so that they survive a
 * crash.
 */
export const RunOptions = z.strictObject({
  /** Nodes before which the run pauses (LangGraph's `interruptBefore`). */
  interruptBefore: z.array(NodeId).max(10_000).optional(),
  /** Nodes after whose superstep the run pauses, unless the graph has finished. */
  interruptAfter: z.array(NodeId).max(10_000).optional(),
  checkpoint: CheckpointFork.optional(),
  /** Applies to the newest or the given checkpoint of an existing thread. Excludes `input`. */
  command: RunCommand.optional(),
  /** Outputs by node. These nodes are not executed. Only allowed if `source` is `user`. */
  pinned: z.record(NodeId, PinnedOutput).optional(),
  /**
   * Executes only this node, on a separate thread. `input` is its state, and its writes are the
   * output.
   */
  only: NodeId.optional(),
  /**
   * With `only`: answers the calls of the node from an earlier execution. No call leaves the
   * server.
   */
  recording: z
    .strictObject({
      runId: Id,
      /** Span of the earlier execution. */
      spanId: Id,
    })
    .optional(),
})
export type RunOptions = z.infer<typeof RunOptions>
