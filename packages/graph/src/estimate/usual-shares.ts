import type { GraphDocument } from '@lathe/contract'
import { START } from '@lathe/contract'
import { inOrder } from '../flow/in-order.ts'
import type { Topology } from '../flow/topology.ts'

/** Returns the share of runs that reach each node and edge if all ports are equally likely. */
export function usualShares(
  document: GraphDocument,
  ahead: Topology,
): { nodes: ReadonlyMap<string, number>; edges: ReadonlyMap<number, number> } {
  const nodes = new Map<string, number>([[START, 1]])
  const edges = new Map<number, number>()
  for (const id of inOrder(ahead)) {
    const ways = ahead.out(id).filter(({ when }) => when !== 'error' && when !== 'timeout')
    const ports = new Set(ways.map(({ when }) => when ?? null))
    const isHuman = document.nodes[id]?.kind === 'ask'
    const [first] = ways
    for (const way of ways) {
      const isFirst = (way.when ?? null) === (first?.when ?? null)
      const share = (nodes.get(id) ?? 0) * (isHuman ? Number(isFirst) : 1 / ports.size)
      edges.set(way.index, share)
      nodes.set(way.to, Math.min(1, (nodes.get(way.to) ?? 0) + share))
    }
  }
  return { nodes, edges }
}
