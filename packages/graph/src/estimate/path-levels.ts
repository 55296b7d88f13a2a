import type { GraphDocument } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { topologicalOrder } from '../flow/topological-order.ts'
import { reach } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'

/** Returns the nodes after a point where several edges are followed at once. */
export function nodesBelowForks(topology: Topology): Set<string> {
  const forks = topology.ids.filter((id) => {
    const edges = topology.outgoing(id).filter(({ when }) => when !== 'error')
    const ports = edges.map((edge) => edge.when ?? null)
    return edges.some(({ each }) => each) || new Set(ports).size < ports.length
  })
  return reach(
    forks.flatMap((id) => topology.outgoing(id).map((edge) => edge.to)),
    (id) => topology.outgoing(id).map((edge) => edge.to),
  )
}

/**
 * Counts the supersteps of one path in which a node may run: more than one only where parallel
 * branches of different length join.
 */
export function countLevels(
  document: GraphDocument,
  acyclic: Topology,
  belowForks: ReadonlySet<string>,
): Map<string, number> {
  const levels = new Map<string, Set<number>>([[START, new Set([0])]])
  for (const id of topologicalOrder(acyclic)) {
    const nodeLevels = levels.get(id)
    if (!nodeLevels || id === END) continue
    for (const { to } of acyclic.outgoing(id)) {
      const next = levels.get(to) ?? new Set()
      for (const level of nodeLevels) next.add(level + 1)
      levels.set(to, next)
    }
  }
  return new Map(
    acyclic.ids.map((id) => {
      const isJoined = document.nodes[id]?.defer === true
      return [id, belowForks.has(id) && !isJoined ? Math.max(1, levels.get(id)?.size ?? 1) : 1]
    }),
  )
}
