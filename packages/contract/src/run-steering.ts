import * as z from 'zod'
import { Id, JsonObject } from './common.ts'
import { NodeId } from './graph-document/document.ts'
import { Port } from './graph-document/nodes.ts'

/** What a node is said to have done, in place of executing it. */
export const PinnedOutput = z.strictObject({
  /** Its channel writes, before reducers. */
  writes: JsonObject,
  /** The port it leaves by: a branch's or ask's. */
  port: Port.optional(),
})
export type PinnedOutput = z.infer<typeof PinnedOutput>

/** A checkpoint of the thread that a run goes on from, on a branch of its own: nothing is overwritten. */
export const Fork = z.strictObject({
  /** Null goes on from before the thread's first step, with an `input`. */
  id: z.string().max(64).nullable(),
  /**
   * With `asNode` it is that node's update: through the reducers, and what follows the node comes next.
   * Without it the channels hold exactly these values, and what comes next stays.
   */
  values: JsonObject.optional(),
  asNode: NodeId.optional(),
})
export type Fork = z.infer<typeof Fork>

/** LangGraph's own: what is written before a run goes on, and where it goes. */
export const RunCommand = z.strictObject({
  /** Channels, through their reducers. */
  update: JsonObject.optional(),
  /** Nodes that come next, beside those that would. */
  goto: z.array(NodeId).max(100).optional(),
})
export type RunCommand = z.infer<typeof RunCommand>

/** How a run departs from its graph's plain course; kept with it, so that it outlives a crash. */
export const RunSteering = z.strictObject({
  /** Nodes before which the run stops and waits, as LangGraph's `interruptBefore`. */
  interruptBefore: z.array(NodeId).max(10_000).optional(),
  /** Nodes after whose superstep the run stops and waits, unless the graph is done by then. */
  interruptAfter: z.array(NodeId).max(10_000).optional(),
  checkpoint: Fork.optional(),
  /** Without an `input`, on a thread that has run: at its newest checkpoint, or at the one named. */
  command: RunCommand.optional(),
  /** By node: these are not executed. For the workbench alone, whose `source` is `user`. */
  pinned: z.record(NodeId, PinnedOutput).optional(),
  /** Executes this node alone, on a thread of its own; `input` is the state it sees, and its writes are the output. */
  only: NodeId.optional(),
  /** With `only`: what the node asks of the world is answered from what it was answered there, and nothing goes out. */
  tape: z
    .strictObject({
      runId: Id,
      /** Of the node's execution. */
      spanId: Id,
    })
    .optional(),
})
export type RunSteering = z.infer<typeof RunSteering>
