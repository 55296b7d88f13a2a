import { END, START } from '@lathe/contract'
import { reach } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'

/** Returns the nodes that every successful run executes. */
export function certainNodes(topology: Topology): Set<string> {
  const usual = (id: string) => topology.out(id).filter(({ when }) => when !== 'error')
  const next = (id: string) => usual(id).map(({ to }) => to)
  const certain = new Set([START, ...unavoidable(next)])
  // The only successor of a certain node is certain too.
  for (const id of certain) {
    const ways = usual(id)
    const [first] = ways
    if (!first || ways.some((way) => (way.when ?? null) !== (first.when ?? null))) continue
    for (const way of ways) if (way.to !== END && way.max === undefined) certain.add(way.to)
  }
  return certain
}

/** Returns the nodes on every path from start to end. */
function unavoidable(next: (id: string) => readonly string[]): string[] {
  const way = anyWay(next)
  const place = new Map(way.map((id, index) => [id, index]))
  const found: string[] = []
  const seen = new Set<string>()
  let furthest = 0
  for (const [index, id] of way.entries()) {
    if (furthest <= index) found.push(id)
    // Walks from this node past the path until it meets the path again; skips nodes that an earlier
    // walk has seen.
    const around = reach([id], (at) => {
      if (at !== id && (place.has(at) || seen.has(at))) return []
      return next(at)
    })
    for (const other of around) {
      furthest = Math.max(furthest, place.get(other) ?? 0)
      if (!place.has(other)) seen.add(other)
    }
  }
  return found.filter((id) => id !== END)
}

function anyWay(next: (id: string) => readonly string[]): string[] {
  const from = new Map<string, string | null>([[START, null]])
  for (const id of from.keys()) {
    for (const other of next(id)) if (!from.has(other)) from.set(other, id)
  }
  const way: string[] = []
  for (let id: string | null = from.has(END) ? END : null; id !== null; id = from.get(id) ?? null)
    way.push(id)
  return way.toReversed()
}
