import * as z from 'zod'
import { Channel, ChannelName, Expression, GraphNode, Port } from '@lathe/nodes/schemas'

/** `start` and `end` are the ends of the graph and never node ids. */
export const NodeId = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/, 'a letter, then letters, digits, _ and -, at most 64')

export const GraphEdge = z.strictObject({
  from: NodeId,
  to: NodeId,
  /** Source port: a port of a branch or ask node, or `error`. */
  when: Port.optional(),
  /**
   * Runs one copy of the target per element of `of` (LangGraph's Send), up to `max` copies. `as` is
   * the name of the element in its copy. Without elements, the run continues after the copies.
   */
  each: z
    .strictObject({ of: Expression, as: ChannelName, max: z.int().positive().optional() })
    .optional(),
  /** How often a run may follow this edge. Then the branch uses its next rule or its else port. */
  max: z.int().positive().optional(),
})
export type GraphEdge = z.infer<typeof GraphEdge>

const Point = z.tuple([z.number(), z.number()])

export const GraphNote = z.strictObject({
  text: z.string().max(10_000),
  at: Point,
  size: Point.optional(),
})

export const GraphDocument = z.strictObject({
  format: z.literal(1),
  state: z.record(ChannelName, Channel),
  input: z.array(ChannelName),
  output: z.array(ChannelName),
  nodes: z.record(NodeId, GraphNode),
  edges: z.array(GraphEdge).max(10_000),
  layout: z.record(NodeId, Point).default({}),
  notes: z.array(GraphNote).max(1_000).default([]),
})
export type GraphDocument = z.infer<typeof GraphDocument>

export const START = 'start'
export const END = 'end'
