import type { GraphEdge } from '@lathe/contract'
import { isSameJson } from '../document/same-json.ts'
import type { Conflicts } from './conflicts.ts'
import { mergeMembers, type Sides } from './merge-values.ts'

type Edges = readonly GraphEdge[]
type EdgesByKey = Readonly<Record<string, GraphEdge>>

/** Merges edges by source port: if both sides changed the target of a port, that is a conflict. */
export function mergeEdges(conflicts: Conflicts, sides: Sides<Edges>): GraphEdge[] {
  const { base, ours, theirs } = sides
  if (isSameJson(ours, theirs) || isSameJson(theirs, base)) return [...ours]
  if (isSameJson(ours, base)) return [...theirs]

  const merged = new Map<string, GraphEdge>()
  const ports = new Set([...base, ...ours, ...theirs].map(sourcePort))
  for (const port of ports) {
    const edgesAtPort = (edges: Edges) =>
      edgesByKey(edges.filter((edge) => sourcePort(edge) === port))
    const portEdges = {
      base: edgesAtPort(base),
      ours: edgesAtPort(ours),
      theirs: edgesAtPort(theirs),
    }
    const resolved = isRewired(portEdges)
      ? conflicts.resolve(['edges', port], ...listSides(portEdges))
      : mergeMembers(conflicts, ['edges', port], portEdges)
    // Either edges by key, or the list of one side.
    const edges = Array.isArray(resolved)
      ? edgesByKey(resolved as GraphEdge[])
      : (resolved as EdgesByKey)
    for (const [key, edge] of Object.entries(edges)) merged.set(key, edge)
  }
  return sortEdges(merged, sides)
}

const sourcePort = ({ from, when }: GraphEdge) => (when === undefined ? from : `${from} (${when})`)

/** Numbers duplicate edges. */
function edgesByKey(edges: Edges): EdgesByKey {
  const counts = new Map<string, number>()
  return Object.fromEntries(
    edges.map((edge) => {
      const key = `${sourcePort(edge)} → ${edge.to}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return [count === 1 ? key : `${key} #${count}`, edge]
    }),
  )
}

const listSides = ({ base, ours, theirs }: Sides<EdgesByKey>) =>
  [Object.values(base), Object.values(ours), Object.values(theirs)] as const

/** Returns whether both sides removed the same edge and added different ones. */
function isRewired({ base, ours, theirs }: Sides<EdgesByKey>): boolean {
  const missingKeys = (from: EdgesByKey, to: EdgesByKey) =>
    Object.keys(from).filter((key) => !(key in to))
  const isRemovedByBoth = missingKeys(base, ours).some((key) => !(key in theirs))
  const addedByUs = missingKeys(ours, base)
  const addedByThem = missingKeys(theirs, base)
  return (
    isRemovedByBoth &&
    addedByUs.length > 0 &&
    addedByThem.length > 0 &&
    !isSameJson(addedByUs, addedByThem)
  )
}

/** Returns edges in the order of the side that reordered them, new ones last. */
function sortEdges(merged: ReadonlyMap<string, GraphEdge>, { base, ours, theirs }: Sides<Edges>) {
  const mergedKeys = (edges: Edges) =>
    Object.keys(edgesByKey(edges)).filter((key) => merged.has(key))
  const old = mergedKeys(base)
  const isMoved = (edges: Edges) => {
    const keys = mergedKeys(edges).filter((key) => old.includes(key))
    return !isSameJson(
      keys,
      old.filter((key) => keys.includes(key)),
    )
  }
  const orderedSide = isMoved(ours) === isMoved(theirs) ? base : isMoved(ours) ? ours : theirs
  const first = mergedKeys(orderedSide).filter((key) => old.includes(key))
  const rest = [...merged.keys()].filter((key) => !first.includes(key)).sort()
  return [...first, ...rest].flatMap((key) => merged.get(key) ?? [])
}
