import { START } from '@lathe/contract'
import type { IndexedEdge, Topology } from './topology.ts'

/**
 * Edges that close a circle of edges that `follows` lets through; without them there is none.
 * Walked from the start, so they are the ones that lead back.
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

/** A circle is entered where the run enters it. */
function fromStart(topology: Topology): Set<string> {
  const seen = new Set([START])
  for (const id of seen) for (const edge of topology.out(id)) seen.add(edge.to)
  for (const id of topology.ids) seen.add(id)
  return seen
}
