import type { GraphDocument } from '@lathe/contract'
import { buildTopology } from './topology.ts'

export type Loop = {
  /** Nodes that can reach each other, in the document's order. */
  nodes: string[]
  /** Indexes of the edges between them. */
  edges: number[]
  /** Whether every cycle has an edge with `max`. */
  isBounded: boolean
}

export function findLoops(document: GraphDocument): Loop[] {
  const topology = buildTopology(document)
  const next = (id: string) => topology.outgoing(id)
  const order = new Map(topology.ids.map((id, index) => [id, index]))
  return components(topology.ids, (id) => next(id).map((edge) => edge.to))
    .map((nodes) => {
      const members = new Set(nodes)
      const edges = nodes.flatMap((id) => next(id).filter((edge) => members.has(edge.to)))
      const unbounded = new Map(
        nodes.map((id) => [
          id,
          edges.filter((edge) => edge.from === id && !edge.max).map((edge) => edge.to),
        ]),
      )
      const unboundedComponents = components(nodes, (id) => unbounded.get(id) ?? [])
      const isCycle = (part: string[]) =>
        part.length > 1 || (unbounded.get(part[0] ?? '') ?? []).includes(part[0] ?? '')
      return {
        nodes: nodes.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
        edges: edges.map((edge) => edge.index).sort((a, b) => a - b),
        isBounded: !unboundedComponents.some(isCycle),
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
  const lowLinks = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()

  const enterNode = (id: string) => {
    index.set(id, index.size)
    lowLinks.set(id, index.size - 1)
    open.push(id)
    isOpen.add(id)
    return { id, ways: next(id), at: 0 }
  }
  const lowerLink = (id: string, value: number | undefined) => {
    lowLinks.set(id, Math.min(lowLinks.get(id) ?? Infinity, value ?? Infinity))
  }

  for (const root of ids) {
    if (index.has(root)) continue
    const path = [enterNode(root)]
    for (let current = path.at(-1); current; current = path.at(-1)) {
      const successor = current.ways[current.at]
      current.at += 1
      if (successor !== undefined) {
        if (!index.has(successor)) path.push(enterNode(successor))
        else if (isOpen.has(successor)) lowerLink(current.id, index.get(successor))
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent) lowerLink(parent.id, lowLinks.get(current.id))
      if (lowLinks.get(current.id) !== index.get(current.id)) continue
      const members = open.splice(open.lastIndexOf(current.id))
      for (const member of members) isOpen.delete(member)
      found.push(members)
    }
  }
  return found
}
