import type { GraphDocument } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { inOrder } from '../flow/in-order.ts'
import { copiesOf } from './list-size.ts'
import type { Visits } from './visits.ts'

/**
 * Returns the minimum calls of a run: those of the certain nodes and of the cheapest path past the
 * rest.
 */
export function leastCalls(
  document: GraphDocument,
  { nodes, certain, ahead }: Visits,
  weightOf: (id: string) => number,
): number {
  const sure = [...certain].reduce((sum, id) => sum + weightOf(id) * (nodes.get(id)?.min ?? 0), 0)
  const least = new Map<string, number>([[START, 0]])
  for (const id of inOrder(ahead)) {
    const here = least.get(id)
    if (here === undefined) continue
    for (const { to, each, when } of ahead.out(id)) {
      if (when === 'error') continue
      const copies = each ? copiesOf(document, each).min : 1
      const own = certain.has(to) ? 0 : weightOf(to) * copies
      least.set(to, Math.min(least.get(to) ?? Infinity, here + own))
    }
  }
  return sure + (least.get(END) ?? 0)
}
