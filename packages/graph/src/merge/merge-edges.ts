import type { GraphEdge } from '@lathe/contract'
import { isSameJson } from '../document/same-json.ts'
import type { Conflicts } from './conflicts.ts'
import { mergeMembers, type Sides } from './merge-values.ts'

type Edges = readonly GraphEdge[]
type Ways = Readonly<Record<string, GraphEdge>>

/** Merges edges by source port: if both sides changed the target of a port, that is a conflict. */
export function mergeEdges(conflicts: Conflicts, sides: Sides<Edges>): GraphEdge[] {
  const { base, ours, theirs } = sides
  if (isSameJson(ours, theirs) || isSameJson(theirs, base)) return [...ours]
  if (isSameJson(ours, base)) return [...theirs]

  const merged = new Map<string, GraphEdge>()
  const ports = new Set([...base, ...ours, ...theirs].map(portOf))
  for (const port of ports) {
    const at = (edges: Edges) => waysOf(edges.filter((edge) => portOf(edge) === port))
    const here = { base: at(base), ours: at(ours), theirs: at(theirs) }
    const ways = isTornApart(here)
      ? conflicts.settle(['edges', port], ...listed(here))
      : mergeMembers(conflicts, ['edges', port], here)
    // Either edges by key, or the list of one side.
    const edges = Array.isArray(ways) ? waysOf(ways as GraphEdge[]) : (ways as Ways)
    for (const [key, edge] of Object.entries(edges)) merged.set(key, edge)
  }
  return inOrder(merged, sides)
}

const portOf = ({ from, when }: GraphEdge) => (when === undefined ? from : `${from} (${when})`)

/** Numbers duplicate edges. */
function waysOf(edges: Edges): Ways {
  const counts = new Map<string, number>()
  return Object.fromEntries(
    edges.map((edge) => {
      const way = `${portOf(edge)} → ${edge.to}`
      const count = (counts.get(way) ?? 0) + 1
      counts.set(way, count)
      return [count === 1 ? way : `${way} #${count}`, edge]
    }),
  )
}

const listed = ({ base, ours, theirs }: Sides<Ways>) =>
  [Object.values(base), Object.values(ours), Object.values(theirs)] as const

/** Returns whether both sides removed the same edge and added different ones. */
function isTornApart({ base, ours, theirs }: Sides<Ways>): boolean {
  const missing = (from: Ways, to: Ways) => Object.keys(from).filter((key) => !(key in to))
  const gone = missing(base, ours).some((key) => !(key in theirs))
  const mine = missing(ours, base)
  const other = missing(theirs, base)
  return gone && mine.length > 0 && other.length > 0 && !isSameJson(mine, other)
}

/** Returns edges in the order of the side that reordered them, new ones last. */
function inOrder(merged: ReadonlyMap<string, GraphEdge>, { base, ours, theirs }: Sides<Edges>) {
  const keysOf = (edges: Edges) => Object.keys(waysOf(edges)).filter((key) => merged.has(key))
  const old = keysOf(base)
  const isMoved = (edges: Edges) => {
    const keys = keysOf(edges).filter((key) => old.includes(key))
    return !isSameJson(
      keys,
      old.filter((key) => keys.includes(key)),
    )
  }
  const leading = isMoved(ours) === isMoved(theirs) ? base : isMoved(ours) ? ours : theirs
  const first = keysOf(leading).filter((key) => old.includes(key))
  const rest = [...merged.keys()].filter((key) => !first.includes(key)).sort()
  return [...first, ...rest].flatMap((key) => merged.get(key) ?? [])
}
