import type { GraphDocument } from '@lathe/contract'
import { START } from '@lathe/contract'
import { closingEdges } from '../flow/closing-edges.ts'
import { reach, buildTopology } from '../flow/topology.ts'
import type { IndexedEdge, Topology } from '../flow/topology.ts'
import { NONE } from './amount.ts'
import type { Range } from './amount.ts'
import { certainNodes } from './certain.ts'
import { copiesPerNode } from './copies.ts'
import { extraRounds } from './extra-rounds.ts'
import { nodesBelowForks, countLevels } from './path-levels.ts'
import { limitedVisits } from './limited-visits.ts'
import { fanOutSize } from './list-size.ts'
import { likelyShares } from './likely-shares.ts'

export type Visits = {
  /** How often a node runs, counting each copy. */
  nodes: ReadonlyMap<string, Range>
  /** How often an edge is followed. */
  edges: readonly Range[]
  certain: ReadonlySet<string>
  /** The graph without its back edges. */
  acyclic: Topology
}

/** Estimates how often each node of a graph runs. */
export function estimateVisits(document: GraphDocument): Visits {
  const topology = buildTopology(document)
  const backEdges = closingEdges(topology, () => true)
  const acyclic = withoutEdges(topology, new Set(backEdges.map(({ index }) => index)))
  const certain = certainNodes(topology)
  const belowForks = nodesBelowForks(topology)
  const limits = limitedVisits(topology, belowForks)
  const rounds = extraRounds(document, acyclic, backEdges, belowForks, limits)
  const shares = likelyShares(document, acyclic)
  const levels = countLevels(document, acyclic, belowForks)
  const copies = copiesPerNode(document, topology)

  const nodes = new Map<string, Range>()
  const steps = new Map<string, number>()
  const reachableNodes = reach([START], (id) => topology.outgoing(id).map((edge) => edge.to))
  for (const id of topology.ids) {
    if (!reachableNodes.has(id)) continue
    const extraRuns = rounds.get(id) ?? NONE
    const maxSteps = Math.min(
      (levels.get(id) ?? 1) * (1 + extraRuns.max),
      limits.get(id) ?? Infinity,
    )
    const perCopy = copies.get(id) ?? { min: 1, typical: 1, max: 1 }
    steps.set(id, maxSteps)
    const min = certain.has(id) ? perCopy.min : 0
    nodes.set(id, {
      min,
      // A certain node runs once even if a branch before it has several ports.
      typical: Math.max(
        min,
        (shares.nodes.get(id) ?? 0) * (1 + extraRuns.typical) * perCopy.typical,
      ),
      max: maxSteps * perCopy.max,
    })
  }
  const backIndexes = new Set(backEdges.map(({ index }) => index))
  const edges = document.edges.map((edge, index): Range => {
    const maxSteps = Math.min(steps.get(edge.from) ?? 0, edge.max ?? Infinity)
    const fanOut = edge.each ? fanOutSize(document, edge.each) : { min: 1, typical: 1, max: 1 }
    const isSure = certain.has(edge.from) && isOnlyPort(topology, edge) && edge.max === undefined
    const share = backIndexes.has(index)
      ? Math.min(1, maxSteps)
      : (shares.edges.get(index) ?? 0) * (1 + (rounds.get(edge.to)?.typical ?? 0))
    return {
      min: isSure && reachableNodes.has(edge.from) ? fanOut.min : 0,
      typical: reachableNodes.has(edge.from) ? Math.min(share, maxSteps) * fanOut.typical : 0,
      max: maxSteps === 0 ? 0 : maxSteps * fanOut.max,
    }
  })
  return { nodes, edges, certain, acyclic }
}

function isOnlyPort(
  topology: Topology,
  edge: { from: string; when?: string | undefined },
): boolean {
  return topology
    .outgoing(edge.from)
    .every(({ when }) => when === 'error' || (when ?? null) === (edge.when ?? null))
}

function withoutEdges(topology: Topology, removed: ReadonlySet<number>): Topology {
  const filterEdges = (edges: readonly IndexedEdge[]) =>
    edges.filter(({ index }) => !removed.has(index))
  const outgoing = new Map(topology.ids.map((id) => [id, filterEdges(topology.outgoing(id))]))
  const incoming = new Map(topology.ids.map((id) => [id, filterEdges(topology.incoming(id))]))
  return {
    ids: topology.ids,
    outgoing: (id) => outgoing.get(id) ?? [],
    incoming: (id) => incoming.get(id) ?? [],
  }
}
