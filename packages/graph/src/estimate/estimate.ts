import {
  type CalledAgents,
  END,
  type GraphDocument,
  type GraphNode,
  type NodeOf,
  START,
} from '@lathe/contract'
import { modelCallRange, nodeModel } from '@lathe/nodes'
import {
  calledAgentKey,
  findCalledAgent,
  NO_CALLED_AGENTS,
} from '../called-agents/called-agents.ts'
import { addRanges, isNone, NONE, type Range, times } from './amount.ts'
import { callTokens } from './call-tokens.ts'
import { estimateVisits, type Visits } from './visits.ts'
import { topologicalOrder } from '../flow/topological-order.ts'
import { fanOutSize } from './list-size.ts'

/** Averages of recorded runs, per call of the node's model. */
export type Recorded = { callsPerVisit: number; input: number; output: number }

export type EstimateEnvironment = {
  /** Nano-dollars; null if the model's price is unknown. */
  priceCall: (model: string, usage: { input: number; output: number }) => number | null
  /** By node id. */
  typical?: Readonly<Record<string, Recorded>>
  /** Documents of agents that the document calls directly or indirectly. */
  calledAgents?: CalledAgents
}

export type Amounts = {
  calls: Range
  tokens: Range
  /** Nano-dollars; null if a price is unknown. */
  cost: Range | null
}

export type Estimate = {
  total: Amounts
  /**
   * Nodes that call a model or another agent, in document order; `model` is the name of the model
   * or agent.
   */
  nodes: ({ id: string; model: string; visits: Range } & Amounts)[]
  /** By the index of the edge: how often it is followed, and the calls it leads to. */
  edges: ({ times: Range } & Amounts)[]
  /** Models without a known price. */
  unpriced: string[]
  /** Nodes that call an unknown agent, whose work is not counted. */
  uncounted: string[]
}

/** Estimates the calls, tokens and cost of a run without executing it. Tokens are approximate. */
export function estimateDocument(document: GraphDocument, env: EstimateEnvironment): Estimate {
  const visits = estimateVisits(document)
  const unpriced = new Set<string>()
  const uncounted: string[] = []
  const perVisit = new Map<string, Amounts>()
  const nodes = Object.entries(document.nodes).flatMap(([id, node]) => {
    if (node.kind === 'agent-call') {
      const runs = visits.nodes.get(id) ?? NONE
      const inside = estimateCall(node, env)
      if (!inside || inside.uncounted.length > 0) uncounted.push(id)
      if (!inside) return []
      for (const model of isNone(runs) ? [] : inside.unpriced) unpriced.add(model)
      const ownAmounts = scaleCall(node, inside.total)
      perVisit.set(id, ownAmounts)
      return [{ id, model: node.agent, visits: runs, ...scaled(ownAmounts, runs) }]
    }
    const model = nodeModel(node)?.name
    const runs = visits.nodes.get(id) ?? NONE
    if (model === undefined) return []
    const ownAmounts = estimateModelNode(document, id, env)
    perVisit.set(id, ownAmounts)
    if (!ownAmounts.cost && !isNone(runs)) unpriced.add(model)
    return [{ id, model, visits: runs, ...scaled(ownAmounts, runs) }]
  })
  const total = nodes.reduce<Amounts>(addAmounts, { calls: NONE, tokens: NONE, cost: NONE })
  const minimum = (select: (amounts: Amounts) => number) =>
    minimumCalls(document, visits, (id) => {
      const ownAmounts = perVisit.get(id)
      return ownAmounts ? select(ownAmounts) : 0
    })
  return {
    total: {
      calls: { ...total.calls, min: minimum(({ calls }) => calls.min) },
      tokens: { ...total.tokens, min: minimum(({ tokens }) => tokens.min) },
      cost: total.cost && { ...total.cost, min: minimum(({ cost }) => cost?.min ?? 0) },
    },
    nodes,
    edges: document.edges.map(({ to }, index) => {
      const followed = visits.edges[index] ?? NONE
      return { times: followed, ...scaled(perVisit.get(to) ?? NO_AMOUNTS, followed) }
    }),
    unpriced: [...unpriced],
    uncounted,
  }
}

/** Estimates one run of a called agent; undefined if the agent is unknown or recursive. */
function estimateCall(
  node: NodeOf<'agent-call'>,
  { priceCall, calledAgents = NO_CALLED_AGENTS }: EstimateEnvironment,
): Estimate | undefined {
  const calledAgent = findCalledAgent(calledAgents, node)
  if (!calledAgent) return undefined
  const { [calledAgentKey(node)]: _, ...otherAgents } = calledAgents
  return estimateDocument(calledAgent.document, { priceCall, calledAgents: otherAgents })
}

function scaleCall(node: NodeOf<'agent-call'>, perCall: Amounts): Amounts {
  const tries = { min: node.cache ? 0 : 1, typical: 1, max: node.retry?.attempts ?? 1 }
  return scaled(perCall, tries)
}

const NO_AMOUNTS: Amounts = { calls: NONE, tokens: NONE, cost: NONE }

/** Amounts of one execution of a node. */
function estimateModelNode(document: GraphDocument, id: string, env: EstimateEnvironment): Amounts {
  const node = document.nodes[id]
  const model = node && nodeModel(node)
  if (!node || !model) return NO_AMOUNTS
  const recorded = env.typical?.[id]
  const planned = countCalls(node)
  const calls = recorded ? { ...planned, typical: recorded.callsPerVisit } : planned
  const { input, output } = withTypical(callTokens(document, node), recorded)
  const cap = node.kind === 'agent' ? (node.maxTotalTokens ?? Infinity) : Infinity
  const tokens = times(calls, addRanges(input, output))
  const price = (size: keyof Range) => {
    const price = env.priceCall(model.name, { input: input[size], output: output[size] })
    return price === null || calls[size] === 0 ? price : price * calls[size]
  }
  const [min, typical, max] = [price('min'), price('typical'), price('max')]
  return {
    calls,
    // The last call before the cap is reached may exceed it.
    tokens: { ...tokens, max: Math.min(tokens.max, cap + input.max + output.max) },
    cost: min === null || typical === null || max === null ? null : { min, typical, max },
  }
}

function withTypical(
  { input, output }: { input: Range; output: Range },
  recorded: Recorded | undefined,
) {
  if (!recorded) return { input, output }
  return {
    input: includeTypical(input, recorded.input),
    output: includeTypical(output, recorded.output),
  }
}

const includeTypical = ({ min, max }: Range, typical: number): Range => ({
  min: Math.min(min, typical),
  typical,
  max: Math.max(max, typical),
})

const scaled = ({ calls, tokens, cost }: Amounts, factor: Range): Amounts => ({
  calls: times(calls, factor),
  tokens: times(tokens, factor),
  cost: cost && times(cost, factor),
})

/** A node that never runs costs nothing, even if its price is unknown. */
function addAmounts(total: Amounts, { calls, tokens, cost }: Amounts): Amounts {
  const pricedCost = isNone(calls) ? NONE : cost
  return {
    calls: addRanges(total.calls, calls),
    tokens: addRanges(total.tokens, tokens),
    cost: total.cost && pricedCost && addRanges(total.cost, pricedCost),
  }
}

/** Returns how many model calls one execution of a node makes. */
function countCalls(node: GraphNode): Range {
  const callsPerAttempt = modelCallRange(node)
  const retried = node.retry
    ? times(callsPerAttempt, { min: 1, typical: 1, max: node.retry.attempts })
    : callsPerAttempt
  return node.cache ? { ...retried, min: 0 } : retried
}

/**
 * Returns the minimum calls of a run: those of the certain nodes and of the cheapest path past the
 * rest.
 */
function minimumCalls(
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
