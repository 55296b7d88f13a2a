import type { Channel, GraphEdge, GraphNode } from '@lathe/contract'

/** A changed field of a node, edge or channel; undefined if it is missing on that side. */
export type FieldChange = {
  /** Dotted, as in `prompt.messages.0.text`. */
  path: string
  before: unknown
  after: unknown
  /** Text and code are compared by words; other values are shown whole. */
  form: 'text' | 'code' | 'value'
}

export type NodeChange =
  | { on: 'node'; type: 'added' | 'removed'; id: string; node: GraphNode }
  | {
      on: 'node'
      type: 'changed'
      id: string
      /** Previous id; differs if the node was renamed. */
      previousId: string
      before: GraphNode
      node: GraphNode
      fields: FieldChange[]
    }

export type EdgeChange =
  | { on: 'edge'; type: 'added' | 'removed'; edge: GraphEdge; index: number }
  | {
      on: 'edge'
      type: 'changed'
      before: GraphEdge
      edge: GraphEdge
      /** Index among the previous edges, and among the current ones. */
      wasIndex: number
      index: number
      fields: FieldChange[]
    }
  | { on: 'edge'; type: 'reordered' }

export type ChannelChange =
  | { on: 'channel'; type: 'added' | 'removed'; name: string; channel: Channel }
  | {
      on: 'channel'
      type: 'changed'
      name: string
      before: Channel
      channel: Channel
      fields: FieldChange[]
    }

export type EndsChange = {
  on: 'input' | 'output'
  type: 'changed'
  before: readonly string[]
  after: readonly string[]
}

export type GraphChange = NodeChange | EdgeChange | ChannelChange | EndsChange

/** The difference in meaning between two documents; empty exactly when their hashes are equal. */
export type GraphDiff = {
  nodes: NodeChange[]
  edges: EdgeChange[]
  channels: ChannelChange[]
  ends: EndsChange[]
}

export const listGraphChanges = (diff: GraphDiff): GraphChange[] => [
  ...diff.nodes,
  ...diff.edges,
  ...diff.channels,
  ...diff.ends,
]
