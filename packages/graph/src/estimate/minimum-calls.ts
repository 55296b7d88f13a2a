import type { GraphDocument } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { topologicalOrder } from '../flow/topological-order.ts'
import { fanOutSize } from './list-size.ts'
import type { Visits } from './visits.ts'

/**
 * Returns the minimum calls of a run: those of the certain nodes and of the cheapest path past the
 * rest.
 */
export function minimumCalls(
  document: GraphDocument,
  { nodes, certain, acyclic }: Visits,
  callsPerVisit: (id: string) => number,
): number {
  const certainCalls = [...certain].reduce(
    (sum, id) => sum + callsPerVisit(id) * (nodes.get(id)?.min ?? 0),
    0,
  )
  const cheapest = new Map<string, number>([[START, 0]])
  for (const id of topologicalOrder(acyclic)) {
    const cost = cheapest.get(id)
    if (cost === undefined) continue
    for (const { to, each, when } of acyclic.outgoing(id)) {
      if (when === 'error') continue
      const copies = each ? fanOutSize(document, each).min : 1
      const step = certain.has(to) ? 0 : callsPerVisit(to) * copies
      cheapest.set(to, Math.min(cheapest.get(to) ?? Infinity, cost + step))
    }
  }
  return certainCalls + (cheapest.get(END) ?? 0)
}
