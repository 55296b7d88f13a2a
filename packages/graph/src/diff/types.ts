import type { Channel, GraphEdge, GraphNode } from '@lathe/contract'

/** One field of a node, edge or channel; undefined where it did not, or does not, exist. */
export type FieldChange = {
  /** Dotted, as in `prompt.messages.0.text`. */
  path: string
  before: unknown
  after: unknown
  /** Prose and code are worth a diff by words; anything else is shown whole. */
  form: 'text' | 'code' | 'value'
}

export type NodeChange =
  | { on: 'node'; type: 'added' | 'removed'; id: string; node: GraphNode }
  | {
      on: 'node'
      type: 'changed'
      id: string
      /** Its id before; another one when it was renamed. */
      was: string
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
      /** In the edges before, and in those after. */
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

/** What one document means otherwise than another; empty exactly when their hashes are equal. */
export type GraphDiff = {
  nodes: NodeChange[]
  edges: EdgeChange[]
  channels: ChannelChange[]
  ends: EndsChange[]
}

export const changesOf = (diff: GraphDiff): GraphChange[] => [
  ...diff.nodes,
  ...diff.edges,
  ...diff.channels,
  ...diff.ends,
]
