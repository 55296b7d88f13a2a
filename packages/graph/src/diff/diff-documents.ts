import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { isSameJson } from '../document/same-json.ts'
import { diffEdges } from './diff-edges.ts'
import { diffFields } from './fields.ts'
import { findRenames } from './find-renames.ts'
import type { ChannelChange, EndsChange, GraphDiff, NodeChange } from './types.ts'

/** Compares the meaning of two documents; layout and notes are ignored. */
export function diffDocuments(before: GraphDocument, after: GraphDocument): GraphDiff {
  const renames = findRenames(before, after)
  const newId = (id: string) => renames.get(id) ?? id
  const edges = before.edges.map((edge): GraphEdge => ({
    ...edge,
    from: newId(edge.from),
    to: newId(edge.to),
  }))
  return {
    nodes: diffNodes(before, after, renames),
    edges: diffEdges(edges, after.edges),
    channels: diffChannels(before.state, after.state),
    ends: [
      ...diffEnds('input', before.input, after.input),
      ...diffEnds('output', before.output, after.output),
    ],
  }
}

/** Returns nodes in the order of `after`, followed by removed nodes. */
function diffNodes(
  before: GraphDocument,
  after: GraphDocument,
  renames: ReadonlyMap<string, string>,
): NodeChange[] {
  const names = new Map([...renames].map(([previousId, is]) => [is, previousId]))
  const current = Object.entries(after.nodes).flatMap(([id, node]): NodeChange[] => {
    const previousId = names.get(id) ?? id
    const old = Object.hasOwn(before.nodes, previousId) ? before.nodes[previousId] : undefined
    if (!old) return [{ on: 'node', type: 'added', id, node }]
    const fields = diffFields(old, node)
    if (previousId === id && fields.length === 0) return []
    return [{ on: 'node', type: 'changed', id, previousId, before: old, node, fields }]
  })
  const removed = Object.entries(before.nodes).flatMap(([id, node]): NodeChange[] =>
    Object.hasOwn(after.nodes, id) || renames.has(id)
      ? []
      : [{ on: 'node', type: 'removed', id, node }],
  )
  return [...current, ...removed]
}

function diffChannels(before: GraphDocument['state'], after: GraphDocument['state']) {
  const current = Object.entries(after).flatMap(([name, channel]): ChannelChange[] => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined
    if (!old) return [{ on: 'channel', type: 'added', name, channel }]
    const fields = diffFields(old, channel)
    if (fields.length === 0) return []
    return [{ on: 'channel', type: 'changed', name, before: old, channel, fields }]
  })
  const removed = Object.entries(before).flatMap(([name, channel]): ChannelChange[] =>
    Object.hasOwn(after, name) ? [] : [{ on: 'channel', type: 'removed', name, channel }],
  )
  return [...current, ...removed]
}

const diffEnds = (
  on: 'input' | 'output',
  before: readonly string[],
  after: readonly string[],
): EndsChange[] => (isSameJson(before, after) ? [] : [{ on, type: 'changed', before, after }])
