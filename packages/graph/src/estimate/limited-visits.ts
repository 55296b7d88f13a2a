import { START } from '@lathe/contract'
import type { Topology } from '../flow/topology.ts'

/** Each round carries limits one edge further; what they have not reached by then is told as unlimited. */
const ROUNDS = 24

/**
 * The most a node can be come to by the limits on the edges that lead to it, near or far; Infinity where
 * none do. Copies share their edges' limits, so nothing is said of what runs below a fork.
 */
export function limitedVisits(
  topology: Topology,
  belowForks: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const most = new Map(topology.ids.map((id) => [id, id === START ? 1 : Infinity]))
  for (let round = 0; round < ROUNDS; round += 1) {
    let isSettled = true
    for (const id of topology.ids) {
      if (id === START || belowForks.has(id)) continue
      const sum = topology
        .into(id)
        .reduce((all, { from, max }) => all + Math.min(max ?? Infinity, most.get(from) ?? 0), 0)
      if (sum >= (most.get(id) ?? Infinity)) continue
      most.set(id, sum)
      isSettled = false
    }
    if (isSettled) break
  }
  return most
}
