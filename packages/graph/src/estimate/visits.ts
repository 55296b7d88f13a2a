import { END, type GraphDocument, START } from '@lathe/contract'
import { closingEdges } from '../flow/closing-edges.ts'
import { buildTopology, type IndexedEdge, reach, type Topology } from '../flow/topology.ts'
import { NONE, type Range } from './amount.ts'
import { certainNodes } from './certain.ts'
import { fanOutSize } from './list-size.ts'
import { isPause } from '@lathe/nodes'
import { topologicalOrder } from '../flow/topological-order.ts'

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

/** Depth up to which nested fan-outs are followed. Beyond it, growth counts as unlimited. */
const DEPTH = 12

/** Returns how many copies of a node run in one superstep. */
function copiesPerNode(document: GraphDocument, topology: Topology): Map<string, Range> {
  let copies = new Map<string, Range>()
  for (let round = 0; round < DEPTH; round += 1) {
    const next = new Map<string, Range>()
    for (const id of topology.ids) {
      const incoming = topology.incoming(id)
      const fanOuts = incoming.flatMap(({ from, each }) => {
        if (!each) return []
        const size = fanOutSize(document, each)
        const sourceCopies = copies.get(from)
        return [{ ...size, max: size.max * (sourceCopies?.max ?? 1) }]
      })
      if (fanOuts.length === 0) continue
      const hasPlain = incoming.some(({ each }) => !each)
      next.set(id, {
        min: Math.min(...fanOuts.map(({ min }) => min), hasPlain ? 1 : Infinity),
        typical: Math.max(...fanOuts.map(({ typical }) => typical)),
        max: fanOuts.reduce((sum, { max }) => sum + max, hasPlain ? 1 : 0),
      })
    }
    const growing = [...next].filter(([id, { max }]) => max !== copies.get(id)?.max)
    if (growing.length === 0) return next
    copies = next
    if (round === DEPTH - 1) {
      for (const [id, range] of growing) copies.set(id, { ...range, max: Infinity })
    }
  }
  return copies
}

/** Returns how many additional times a node runs because of loops. */
function extraRounds(
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

/** Returns the share of runs that reach each node and edge if all ports are equally likely. */
function likelyShares(
  document: GraphDocument,
  acyclic: Topology,
): { nodes: ReadonlyMap<string, number>; edges: ReadonlyMap<number, number> } {
  const nodes = new Map<string, number>([[START, 1]])
  const edges = new Map<number, number>()
  for (const id of topologicalOrder(acyclic)) {
    const outgoing = acyclic
      .outgoing(id)
      .filter(({ when }) => when !== 'error' && when !== 'timeout')
    const ports = new Set(outgoing.map(({ when }) => when ?? null))
    const node = document.nodes[id]
    const isHuman = node !== undefined && isPause(node)
    const [first] = outgoing
    for (const edge of outgoing) {
      const isFirst = (edge.when ?? null) === (first?.when ?? null)
      const share = (nodes.get(id) ?? 0) * (isHuman ? Number(isFirst) : 1 / ports.size)
      edges.set(edge.index, share)
      nodes.set(edge.to, Math.min(1, (nodes.get(edge.to) ?? 0) + share))
    }
  }
  return { nodes, edges }
}

/** Each round propagates limits by one edge; nodes not reached by then count as unlimited. */
const ROUNDS = 24

/**
 * Returns the maximum visits of a node that follow from limits on the edges before it; Infinity if
 * there are none. Copies share the limits of their edges, so nodes below a fork are excluded.
 */
function limitedVisits(
  topology: Topology,
  belowForks: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const limits = new Map(topology.ids.map((id) => [id, id === START ? 1 : Infinity]))
  for (let round = 0; round < ROUNDS; round += 1) {
    let isSettled = true
    for (const id of topology.ids) {
      if (id === START || belowForks.has(id)) continue
      const sum = topology
        .incoming(id)
        .reduce((all, { from, max }) => all + Math.min(max ?? Infinity, limits.get(from) ?? 0), 0)
      if (sum >= (limits.get(id) ?? Infinity)) continue
      limits.set(id, sum)
      isSettled = false
    }
    if (isSettled) break
  }
  return limits
}

/** Returns the nodes after a point where several edges are followed at once. */
function nodesBelowForks(topology: Topology): Set<string> {
  const forks = topology.ids.filter((id) => {
    const edges = topology.outgoing(id).filter(({ when }) => when !== 'error')
    const ports = edges.map((edge) => edge.when ?? null)
    return edges.some(({ each }) => each) || new Set(ports).size < ports.length
  })
  return reach(
    forks.flatMap((id) => topology.outgoing(id).map((edge) => edge.to)),
    (id) => topology.outgoing(id).map((edge) => edge.to),
  )
}

/**
 * Counts the supersteps of one path in which a node may run: more than one only where parallel
 * branches of different length join.
 */
function countLevels(
  document: GraphDocument,
  acyclic: Topology,
  belowForks: ReadonlySet<string>,
): Map<string, number> {
  const levels = new Map<string, Set<number>>([[START, new Set([0])]])
  for (const id of topologicalOrder(acyclic)) {
    const nodeLevels = levels.get(id)
    if (!nodeLevels || id === END) continue
    for (const { to } of acyclic.outgoing(id)) {
      const next = levels.get(to) ?? new Set()
      for (const level of nodeLevels) next.add(level + 1)
      levels.set(to, next)
    }
  }
  return new Map(
    acyclic.ids.map((id) => {
      const isJoined = document.nodes[id]?.defer === true
      return [id, belowForks.has(id) && !isJoined ? Math.max(1, levels.get(id)?.size ?? 1) : 1]
    }),
  )
}
