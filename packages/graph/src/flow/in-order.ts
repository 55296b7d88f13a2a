import type { Topology } from './topology.ts'

/** Returns nodes in topological order; nodes in a cycle are left out. */
export function inOrder(ahead: Topology): string[] {
  const left = new Map(ahead.ids.map((id) => [id, ahead.into(id).length]))
  const ready = ahead.ids.filter((id) => left.get(id) === 0)
  for (const id of ready) {
    for (const { to } of ahead.out(id)) {
      const rest = (left.get(to) ?? 0) - 1
      left.set(to, rest)
      if (rest === 0) ready.push(to)
    }
  }
  return ready
}
