import type { GraphDocument } from '@lathe/contract'
import { isPause } from '@lathe/nodes'
import { START } from '@lathe/contract'
import { topologicalOrder } from '../flow/topological-order.ts'
import type { Topology } from '../flow/topology.ts'

/** Returns the share of runs that reach each node and edge if all ports are equally likely. */
export function likelyShares(
  document: GraphDocument,
  acyclic: Topology,
): { nodes: ReadonlyMap<string, number>; edges: ReadonlyMap<number, number> } {
  const nodes = new Map<string, number>([[START, 1]])
  const edges = new Map<number, number>()
  for (const id of topologicalOrder(acyclic)) {
    const outgoing = acyclic
      .outgoing(id)
      .filter(({ when }) => when !== 'error' && when !== 'timeout')
    const ports = new Set(outgoing.map(({ when }) => when ?? null))
    const node = document.nodes[id]
    const isHuman = node !== undefined && isPause(node)
    const [first] = outgoing
    for (const edge of outgoing) {
      const isFirst = (edge.when ?? null) === (first?.when ?? null)
      const share = (nodes.get(id) ?? 0) * (isHuman ? Number(isFirst) : 1 / ports.size)
      edges.set(edge.index, share)
      nodes.set(edge.to, Math.min(1, (nodes.get(edge.to) ?? 0) + share))
    }
  }
  return { nodes, edges }
}
