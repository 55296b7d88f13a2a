import type { GraphDocument } from '@lathe/contract'
import { END } from '@lathe/contract'
import type { IndexedEdge, Topology } from './topology.ts'

/** Above this limit the result is incomplete; so wide a graph shows its conflicts much earlier. */
const MAX_PAIRS = 50_000

export type Pair = readonly [string, string]

/**
 * Returns pairs of nodes that may run in the same superstep; a fan-out target is paired with
 * itself. A fork creates pairs, which then advance: any edge of one node may be followed together
 * with any edge of the other.
 */
export function findParallelPairs(document: GraphDocument, topology: Topology): Pair[] {
  const number = new Map(topology.ids.map((id, index) => [id, index]))
  const isDeferred = (id: string) =>
    Object.hasOwn(document.nodes, id) && document.nodes[id]?.defer === true
  const seen = new Set<number>()
  const pairs: Pair[] = []

  const add = (a: IndexedEdge, b: IndexedEdge) => {
    if (a.to === END || b.to === END || seen.size >= MAX_PAIRS) return
    // A node entered by two plain edges still runs once.
    if (a.to === b.to && !a.each && !b.each) return
    if (a.to !== b.to && isDeferred(a.to) !== isDeferred(b.to)) return
    const [first = 0, second = 0] = [number.get(a.to) ?? 0, number.get(b.to) ?? 0].sort(
      (x, y) => x - y,
    )
    const key = first * topology.ids.length + second
    if (seen.has(key)) return
    seen.add(key)
    pairs.push([topology.ids[first] ?? '', topology.ids[second] ?? ''])
  }

  for (const id of topology.ids) {
    const edges = topology.outgoing(id)
    for (const a of edges) {
      if (a.each) add(a, a)
      for (const b of edges) if (b.index > a.index && a.when === b.when) add(a, b)
    }
  }
  for (let index = 0; index < pairs.length; index += 1) {
    const [x, y] = pairs[index] ?? ['', '']
    for (const a of topology.outgoing(x)) for (const b of topology.outgoing(y)) add(a, b)
  }
  return pairs
}
