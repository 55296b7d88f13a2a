import { END, START } from '@lathe/contract'
import type { Topology } from '@lathe/traces'

/** How many ways each node is from the start; what nothing leads to stands with the first, the end behind all that lead to it. */
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
  const last = edges.filter(({ to }) => to === END).map(({ from }) => levels.get(from) ?? 0)
  if (last.length > 0) levels.set(END, Math.max(...last) + 1)
  return levels
}
