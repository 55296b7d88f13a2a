import type { GraphEdge } from '@lathe/contract'
import { canonicalJson } from '../document/hash.ts'
import { diffFields } from './fields.ts'
import type { EdgeChange } from './types.ts'

type Pair = { was: number; is: number }

/** Keys by which two edges are matched, the most specific first. */
const IDENTITIES: ((edge: GraphEdge) => string)[] = [
  canonicalJson,
  (edge) => `${edge.from} ${edge.when ?? ''} ${edge.to}`,
  (edge) => `${edge.from} ${edge.to}`,
  (edge) => `${edge.from} ${edge.when ?? ''}`,
]

/** Compares edges; `before` must already use the new node ids. */
export function diffEdges(before: readonly GraphEdge[], after: readonly GraphEdge[]): EdgeChange[] {
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
