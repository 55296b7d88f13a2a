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
  const enterNode = (id: string) => {
    isOpen.set(id, true)
    return { id, ways: topology.outgoing(id).filter(follows), at: 0 }
  }
  for (const root of fromStart(topology)) {
    if (isOpen.has(root)) continue
    const path = [enterNode(root)]
    for (let current = path.at(-1); current; current = path.at(-1)) {
      const edge = current.ways[current.at]
      current.at += 1
      if (edge === undefined) {
        isOpen.set(current.id, false)
        path.pop()
      } else if (isOpen.get(edge.to)) {
        closing.push(edge)
      } else if (!isOpen.has(edge.to)) {
        path.push(enterNode(edge.to))
      }
    }
  }
  return closing
}

/** Visits cycles from the node by which the run enters them. */
function fromStart(topology: Topology): Set<string> {
  const seen = new Set([START])
  for (const id of seen) for (const edge of topology.outgoing(id)) seen.add(edge.to)
  for (const id of topology.ids) seen.add(id)
  return seen
}
