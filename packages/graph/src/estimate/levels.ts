import type { GraphDocument } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { inOrder } from '../flow/in-order.ts'
import { reach } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'

/** Returns the nodes after a point where several edges are followed at once. */
export function belowForks(topology: Topology): Set<string> {
  const forks = topology.ids.filter((id) => {
    const ways = topology.out(id).filter(({ when }) => when !== 'error')
    const ports = ways.map((edge) => edge.when ?? null)
    return ways.some(({ each }) => each) || new Set(ports).size < ports.length
  })
  return reach(
    forks.flatMap((id) => topology.out(id).map((edge) => edge.to)),
    (id) => topology.out(id).map((edge) => edge.to),
  )
}

/**
 * Counts the supersteps of one path in which a node may run: more than one only where parallel
 * branches of different length join.
 */
export function levelsOf(
  document: GraphDocument,
  ahead: Topology,
  below: ReadonlySet<string>,
): Map<string, number> {
  const levels = new Map<string, Set<number>>([[START, new Set([0])]])
  for (const id of inOrder(ahead)) {
    const own = levels.get(id)
    if (!own || id === END) continue
    for (const { to } of ahead.out(id)) {
      const next = levels.get(to) ?? new Set()
      for (const level of own) next.add(level + 1)
      levels.set(to, next)
    }
  }
  return new Map(
    ahead.ids.map((id) => {
      const isJoined = document.nodes[id]?.defer === true
      return [id, below.has(id) && !isJoined ? Math.max(1, levels.get(id)?.size ?? 1) : 1]
    }),
  )
}
