import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { isSameJson } from '../document/same-json.ts'
import { diffFields } from './fields.ts'
import { findRenames } from './find-renames.ts'
import type { ChannelChange, EdgeChange, EndsChange, GraphDiff, NodeChange } from './types.ts'
import { canonicalJson } from '../document/hash.ts'

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

type Pair = { was: number; is: number }

/** Keys by which two edges are matched, the most specific first. */
const IDENTITIES: ((edge: GraphEdge) => string)[] = [
  canonicalJson,
  (edge) => `${edge.from} ${edge.when ?? ''} ${edge.to}`,
  (edge) => `${edge.from} ${edge.to}`,
  (edge) => `${edge.from} ${edge.when ?? ''}`,
]

/** Compares edges; `before` must already use the new node ids. */
function diffEdges(before: readonly GraphEdge[], after: readonly GraphEdge[]): EdgeChange[] {
  const pairs: Pair[] = []
  let removed = [...before.keys()]
  let added = [...after.keys()]
  for (const identity of IDENTITIES) {
    const candidates = Map.groupBy(added, (index) => identityAt(after, index, identity))
    const unmatched: number[] = []
    for (const was of removed) {
      const is = candidates.get(identityAt(before, was, identity))?.shift()
      if (is === undefined) unmatched.push(was)
      else pairs.push({ was, is })
    }
    const matched = new Set(pairs.map(({ is }) => is))
    removed = unmatched
    added = added.filter((index) => !matched.has(index))
  }
  pairs.sort((a, b) => a.is - b.is)
  return [
    ...removed.flatMap((index) => addedOrRemoved('removed', before[index], index)),
    ...pairs.flatMap((pair) => changedEdge(before, after, pair)),
    ...added.flatMap((index) => addedOrRemoved('added', after[index], index)),
    ...(isReordered(pairs) ? [{ on: 'edge' as const, type: 'reordered' as const }] : []),
  ]
}

const identityAt = (
  edges: readonly GraphEdge[],
  index: number,
  identity: (edge: GraphEdge) => string,
) => {
  const edge = edges[index]
  return edge ? identity(edge) : ''
}

const addedOrRemoved = (type: 'added' | 'removed', edge: GraphEdge | undefined, index: number) =>
  edge ? [{ on: 'edge' as const, type, edge, index }] : []

function changedEdge(
  before: readonly GraphEdge[],
  after: readonly GraphEdge[],
  { was, is }: Pair,
): EdgeChange[] {
  const old = before[was]
  const edge = after[is]
  const fields = diffFields(old, edge)
  if (!old || !edge || fields.length === 0) return []
  return [{ on: 'edge', type: 'changed', before: old, edge, wasIndex: was, index: is, fields }]
}

const isReordered = (pairs: readonly Pair[]) =>
  pairs.some(({ was }, index) => was < (pairs[index - 1]?.was ?? -1))
