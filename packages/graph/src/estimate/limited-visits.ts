import { START } from '@lathe/contract'
import type { Topology } from '../flow/topology.ts'

/** Each round propagates limits by one edge; nodes not reached by then count as unlimited. */
const ROUNDS = 24

/**
 * Returns the maximum visits of a node that follow from limits on the edges before it; Infinity if
 * there are none. Copies share the limits of their edges, so nodes below a fork are excluded.
 */
export function limitedVisits(
  topology: Topology,
  belowForks: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const limits = new Map(topology.ids.map((id) => [id, id === START ? 1 : Infinity]))
  for (let round = 0; round < ROUNDS; round += 1) {
    let isSettled = true
    for (const id of topology.ids) {
      if (id === START || belowForks.has(id)) continue
      const sum = topology
        .incoming(id)
        .reduce((all, { from, max }) => all + Math.min(max ?? Infinity, limits.get(from) ?? 0), 0)
      if (sum >= (limits.get(id) ?? Infinity)) continue
      limits.set(id, sum)
      isSettled = false
    }
    if (isSettled) break
  }
  return limits
}
