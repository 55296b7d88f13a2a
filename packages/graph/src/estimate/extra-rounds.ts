import type { GraphDocument } from '@lathe/contract'
import { isPause } from '@lathe/nodes'
import { reach } from '../flow/topology.ts'
import type { IndexedEdge, Topology } from '../flow/topology.ts'
import type { Range } from './amount.ts'

/** Returns how many additional times a node runs because of loops. */
export function extraRounds(
  document: GraphDocument,
  acyclic: Topology,
  backEdges: readonly IndexedEdge[],
  belowForks: ReadonlySet<string>,
  limits: ReadonlyMap<string, number>,
): Map<string, Range> {
  const maxRepeats = new Map<string, number>()
  const repeatsBefore = new Map<string, number>()
  const typicalRepeats = new Map<string, number>()
  for (const edge of backEdges) {
    const max = Math.min(edge.max ?? Infinity, limits.get(edge.from) ?? Infinity)
    // People mostly approve, and a check mostly finds one problem.
    const source = document.nodes[edge.from]
    const isRare = (source && isPause(source)) || edge.when === 'error'
    const descendants = reach([edge.to], (id) => acyclic.outgoing(id).map(({ to }) => to))
    const ancestors = reach([edge.from], (id) => acyclic.incoming(id).map(({ from }) => from))
    for (const id of descendants) {
      add(maxRepeats, id, max)
      if (!isRare && ancestors.has(id)) add(typicalRepeats, id, Math.min(1, max))
    }
    for (const id of ancestors) add(repeatsBefore, id, max)
  }
  return new Map(
    acyclic.ids.map((id): [string, Range] => {
      // On a single path, a node repeats only through an edge from after it to before it. Parallel
      // paths have no such bound.
      const repeats = maxRepeats.get(id) ?? 0
      const max = belowForks.has(id) ? repeats : Math.min(repeats, repeatsBefore.get(id) ?? 0)
      return [id, { min: 0, typical: Math.min(typicalRepeats.get(id) ?? 0, max), max }]
    }),
  )
}

function add(sums: Map<string, number>, id: string, value: number): void {
  sums.set(id, (sums.get(id) ?? 0) + value)
}
