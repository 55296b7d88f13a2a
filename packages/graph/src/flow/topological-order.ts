import type { Topology } from './topology.ts'

/** Returns nodes in topological order; nodes in a cycle are left out. */
export function topologicalOrder(acyclic: Topology): string[] {
  const pendingCounts = new Map(acyclic.ids.map((id) => [id, acyclic.incoming(id).length]))
  const ready = acyclic.ids.filter((id) => pendingCounts.get(id) === 0)
  for (const id of ready) {
    for (const { to } of acyclic.outgoing(id)) {
      const pending = (pendingCounts.get(to) ?? 0) - 1
      pendingCounts.set(to, pending)
      if (pending === 0) ready.push(to)
    }
  }
  return ready
}
