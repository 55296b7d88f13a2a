import { START } from '@lathe/contract'
import type { IndexedEdge, Topology } from './topology.ts'

/**
 * Returns the edges that close a cycle among edges accepted by `follows`; the graph is acyclic
 * without them. The walk begins at the start, so these are the back edges.
 */
export function closingEdges(
  topology: Topology,
  follows: (edge: IndexedEdge) => boolean,
): IndexedEdge[] {
  const closing: IndexedEdge[] = []
  const isOpen = new Map<string, boolean>()
  const enter = (id: string) => {
    isOpen.set(id, true)
    return { id, ways: topology.out(id).filter(follows), at: 0 }
  }
  for (const root of fromStart(topology)) {
    if (isOpen.has(root)) continue
    const path = [enter(root)]
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const way = top.ways[top.at]
      top.at += 1
      if (way === undefined) {
        isOpen.set(top.id, false)
        path.pop()
      } else if (isOpen.get(way.to)) {
        closing.push(way)
      } else if (!isOpen.has(way.to)) {
        path.push(enter(way.to))
      }
    }
  }
  return closing
}

/** Visits cycles from the node by which the run enters them. */
function fromStart(topology: Topology): Set<string> {
  const seen = new Set([START])
  for (const id of seen) for (const edge of topology.out(id)) seen.add(edge.to)
  for (const id of topology.ids) seen.add(id)
  return seen
}
