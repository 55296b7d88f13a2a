import { END, START } from '@lathe/contract'
import { reach } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'

/** Nodes no run that ends well goes without. */
export function certainNodes(topology: Topology): Set<string> {
  const usual = (id: string) => topology.out(id).filter(({ when }) => when !== 'error')
  const next = (id: string) => usual(id).map(({ to }) => to)
  const certain = new Set([START, ...unavoidable(next)])
  // What a sure node leads to by its only port runs too, beside whatever else does.
  for (const id of certain) {
    const ways = usual(id)
    const [first] = ways
    if (!first || ways.some((way) => (way.when ?? null) !== (first.when ?? null))) continue
    for (const way of ways) if (way.to !== END && way.max === undefined) certain.add(way.to)
  }
  return certain
}

/** Nodes on every way from start to end: those of one way that no other way goes around. */
function unavoidable(next: (id: string) => readonly string[]): string[] {
  const way = anyWay(next)
  const place = new Map(way.map((id, index) => [id, index]))
  const found: string[] = []
  const seen = new Set<string>()
  let furthest = 0
  for (const [index, id] of way.entries()) {
    if (furthest <= index) found.push(id)
    // From here past the way, until it is met again; what was seen from before leads no further.
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
