import { END, START } from '@lathe/contract'
import type { Topology } from '@lathe/traces'

/** How many ways each node is from the start; what nothing leads to stands with the first, the end behind all. */
export function levelsOf({ nodes, edges }: Topology): ReadonlyMap<string, number> {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const levels = new Map([[START, 0]])
  const queue: string[] = [START]
  for (const id of queue) {
    for (const { to } of targets.get(id) ?? []) {
      if (levels.has(to) || to === END) continue
      levels.set(to, (levels.get(id) ?? 0) + 1)
      queue.push(to)
    }
  }
  for (const id of nodes.keys()) if (!levels.has(id)) levels.set(id, 1)
  if (edges.some(({ to }) => to === END)) levels.set(END, Math.max(...levels.values()) + 1)
  return levels
}
