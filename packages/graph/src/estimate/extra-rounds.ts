import type { GraphDocument } from '@lathe/contract'
import { reach } from '../flow/topology.ts'
import type { IndexedEdge, Topology } from '../flow/topology.ts'
import type { Range } from './amount.ts'

/** Returns how many additional times a node runs because of loops. */
export function extraRounds(
  document: GraphDocument,
  ahead: Topology,
  back: readonly IndexedEdge[],
  belowForks: ReadonlySet<string>,
  limits: ReadonlyMap<string, number>,
): Map<string, Range> {
  const again = new Map<string, number>()
  const before = new Map<string, number>()
  const typical = new Map<string, number>()
  for (const edge of back) {
    const max = Math.min(edge.max ?? Infinity, limits.get(edge.from) ?? Infinity)
    // People mostly approve, and a check mostly finds one problem.
    const isRare = document.nodes[edge.from]?.kind === 'ask' || edge.when === 'error'
    const after = reach([edge.to], (id) => ahead.out(id).map(({ to }) => to))
    const leading = reach([edge.from], (id) => ahead.into(id).map(({ from }) => from))
    for (const id of after) {
      add(again, id, max)
      if (!isRare && leading.has(id)) add(typical, id, Math.min(1, max))
    }
    for (const id of leading) add(before, id, max)
  }
  return new Map(
    ahead.ids.map((id): [string, Range] => {
      // On a single path, a node repeats only through an edge from after it to before it. Parallel
      // paths have no such bound.
      const come = again.get(id) ?? 0
      const max = belowForks.has(id) ? come : Math.min(come, before.get(id) ?? 0)
      return [id, { min: 0, typical: Math.min(typical.get(id) ?? 0, max), max }]
    }),
  )
}

function add(sums: Map<string, number>, id: string, value: number): void {
  sums.set(id, (sums.get(id) ?? 0) + value)
}
