import type { GraphDocument } from '@lathe/contract'
import { topologyOf } from './topology.ts'

export type Loop = {
  /** Nodes that can reach each other, in the document's order. */
  nodes: string[]
  /** Indexes of the edges between them. */
  edges: number[]
  /** Whether every cycle has an edge with `max`. */
  isBounded: boolean
}

export function findLoops(document: GraphDocument): Loop[] {
  const topology = topologyOf(document)
  const next = (id: string) => topology.out(id)
  const order = new Map(topology.ids.map((id, index) => [id, index]))
  return components(topology.ids, (id) => next(id).map((edge) => edge.to))
    .map((nodes) => {
      const inside = new Set(nodes)
      const edges = nodes.flatMap((id) => next(id).filter((edge) => inside.has(edge.to)))
      const unbounded = new Map(
        nodes.map((id) => [
          id,
          edges.filter((edge) => edge.from === id && !edge.max).map((edge) => edge.to),
        ]),
      )
      const rest = components(nodes, (id) => unbounded.get(id) ?? [])
      const isCycle = (part: string[]) =>
        part.length > 1 || (unbounded.get(part[0] ?? '') ?? []).includes(part[0] ?? '')
      return {
        nodes: nodes.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
        edges: edges.map((edge) => edge.index).sort((a, b) => a - b),
        isBounded: !rest.some(isCycle),
      }
    })
    .filter((loop) => loop.edges.length > 0)
}

/**
 * Returns strongly connected components by Tarjan's algorithm; iterative, because a graph may be a
 * long chain.
 */
function components(ids: Iterable<string>, next: (id: string) => readonly string[]): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()

  const enter = (id: string) => {
    index.set(id, index.size)
    low.set(id, index.size - 1)
    open.push(id)
    isOpen.add(id)
    return { id, ways: next(id), at: 0 }
  }
  const lower = (id: string, value: number | undefined) => {
    low.set(id, Math.min(low.get(id) ?? Infinity, value ?? Infinity))
  }

  for (const root of ids) {
    if (index.has(root)) continue
    const path = [enter(root)]
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const way = top.ways[top.at]
      top.at += 1
      if (way !== undefined) {
        if (!index.has(way)) path.push(enter(way))
        else if (isOpen.has(way)) lower(top.id, index.get(way))
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent) lower(parent.id, low.get(top.id))
      if (low.get(top.id) !== index.get(top.id)) continue
      const members = open.splice(open.lastIndexOf(top.id))
      for (const member of members) isOpen.delete(member)
      found.push(members)
    }
  }
  return found
}
