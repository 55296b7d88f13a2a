import type { GraphDocument } from '@lathe/contract'
import { START } from '@lathe/contract'
import { closingEdges } from '../flow/closing-edges.ts'
import { reach, topologyOf } from '../flow/topology.ts'
import type { IndexedEdge, Topology } from '../flow/topology.ts'
import { NONE } from './amount.ts'
import type { Range } from './amount.ts'
import { certainNodes } from './certain.ts'
import { copiesIn } from './copies.ts'
import { extraRounds } from './extra-rounds.ts'
import { belowForks, levelsOf } from './levels.ts'
import { limitedVisits } from './limited-visits.ts'
import { copiesOf } from './list-size.ts'
import { usualShares } from './usual-shares.ts'

export type Visits = {
  /** How often a node runs, counting each copy. */
  nodes: ReadonlyMap<string, Range>
  /** How often an edge is followed. */
  edges: readonly Range[]
  certain: ReadonlySet<string>
  /** The graph without its back edges. */
  ahead: Topology
}

/** Estimates how often each node of a graph runs. */
export function visitsOf(document: GraphDocument): Visits {
  const topology = topologyOf(document)
  const back = closingEdges(topology, () => true)
  const ahead = without(topology, new Set(back.map(({ index }) => index)))
  const certain = certainNodes(topology)
  const below = belowForks(topology)
  const limits = limitedVisits(topology, below)
  const rounds = extraRounds(document, ahead, back, below, limits)
  const usual = usualShares(document, ahead)
  const levels = levelsOf(document, ahead, below)
  const copies = copiesIn(document, topology)

  const nodes = new Map<string, Range>()
  const steps = new Map<string, number>()
  const inUse = reach([START], (id) => topology.out(id).map((edge) => edge.to))
  for (const id of topology.ids) {
    if (!inUse.has(id)) continue
    const more = rounds.get(id) ?? NONE
    const most = Math.min((levels.get(id) ?? 1) * (1 + more.max), limits.get(id) ?? Infinity)
    const each = copies.get(id) ?? { min: 1, typical: 1, max: 1 }
    steps.set(id, most)
    const min = certain.has(id) ? each.min : 0
    nodes.set(id, {
      min,
      // A certain node runs once even if a branch before it has several ports.
      typical: Math.max(min, (usual.nodes.get(id) ?? 0) * (1 + more.typical) * each.typical),
      max: most * each.max,
    })
  }
  const isBack = new Set(back.map(({ index }) => index))
  const edges = document.edges.map((edge, index): Range => {
    const most = Math.min(steps.get(edge.from) ?? 0, edge.max ?? Infinity)
    const fan = edge.each ? copiesOf(document, edge.each) : { min: 1, typical: 1, max: 1 }
    const isSure = certain.has(edge.from) && isOnlyWay(topology, edge) && edge.max === undefined
    const share = isBack.has(index)
      ? Math.min(1, most)
      : (usual.edges.get(index) ?? 0) * (1 + (rounds.get(edge.to)?.typical ?? 0))
    return {
      min: isSure && inUse.has(edge.from) ? fan.min : 0,
      typical: inUse.has(edge.from) ? Math.min(share, most) * fan.typical : 0,
      max: most === 0 ? 0 : most * fan.max,
    }
  })
  return { nodes, edges, certain, ahead }
}

function isOnlyWay(topology: Topology, edge: { from: string; when?: string | undefined }): boolean {
  return topology
    .out(edge.from)
    .every(({ when }) => when === 'error' || (when ?? null) === (edge.when ?? null))
}

function without(topology: Topology, gone: ReadonlySet<number>): Topology {
  const keep = (edges: readonly IndexedEdge[]) => edges.filter(({ index }) => !gone.has(index))
  const out = new Map(topology.ids.map((id) => [id, keep(topology.out(id))]))
  const into = new Map(topology.ids.map((id) => [id, keep(topology.into(id))]))
  return {
    ids: topology.ids,
    out: (id) => out.get(id) ?? [],
    into: (id) => into.get(id) ?? [],
  }
}
