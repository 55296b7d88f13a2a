import { END, START } from '@lathe/contract'
import { reach } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'

/** Returns the nodes that every successful run executes. */
export function certainNodes(topology: Topology): Set<string> {
  const regularEdges = (id: string) => topology.outgoing(id).filter(({ when }) => when !== 'error')
  const next = (id: string) => regularEdges(id).map(({ to }) => to)
  const certain = new Set([START, ...nodesOnEveryPath(next)])
  // The only successor of a certain node is certain too.
  for (const id of certain) {
    const edges = regularEdges(id)
    const [first] = edges
    if (!first || edges.some((path) => (path.when ?? null) !== (first.when ?? null))) continue
    for (const path of edges) if (path.to !== END && path.max === undefined) certain.add(path.to)
  }
  return certain
}

/** Returns the nodes on every path from start to end. */
function nodesOnEveryPath(next: (id: string) => readonly string[]): string[] {
  const path = shortestPath(next)
  const position = new Map(path.map((id, index) => [id, index]))
  const found: string[] = []
  const seen = new Set<string>()
  let furthestPosition = 0
  for (const [index, id] of path.entries()) {
    if (furthestPosition <= index) found.push(id)
    // Walks from this node past the path until it meets the path again; skips nodes that an earlier
    // walk has seen.
    const detour = reach([id], (current) => {
      if (current !== id && (position.has(current) || seen.has(current))) return []
      return next(current)
    })
    for (const other of detour) {
      furthestPosition = Math.max(furthestPosition, position.get(other) ?? 0)
      if (!position.has(other)) seen.add(other)
    }
  }
  return found.filter((id) => id !== END)
}

function shortestPath(next: (id: string) => readonly string[]): string[] {
  const predecessors = new Map<string, string | null>([[START, null]])
  for (const id of predecessors.keys()) {
    for (const other of next(id)) if (!predecessors.has(other)) predecessors.set(other, id)
  }
  const path: string[] = []
  for (
    let id: string | null = predecessors.has(END) ? END : null;
    id !== null;
    id = predecessors.get(id) ?? null
  )
    path.push(id)
  return path.toReversed()
}
