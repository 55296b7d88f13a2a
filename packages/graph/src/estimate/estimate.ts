import type { CalledAgents, GraphDocument, NodeOf } from '@lathe/contract'
import { calleeKey, calleeOf, NO_CALLEES } from '../callees/callees.ts'
import { modelOf } from '../model/model-of.ts'
import { NONE, isNone, plus, times } from './amount.ts'
import type { Range } from './amount.ts'
import { callTokens } from './call-tokens.ts'
import { callsOf } from './calls.ts'
import { leastCalls } from './least-calls.ts'
import { visitsOf } from './visits.ts'

/** Averages of recorded runs, per call of the node's model. */
export type Recorded = { callsPerVisit: number; input: number; output: number }

export type EstimateEnvironment = {
  /** Nano-dollars; null if the model's price is unknown. */
  priceOf: (model: string, usage: { input: number; output: number }) => number | null
  /** By node id. */
  typical?: Readonly<Record<string, Recorded>>
  /** Documents of agents that the document calls directly or indirectly. */
  callees?: CalledAgents
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
  const visits = visitsOf(document)
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
      const own = onCall(node, inside.total)
      perVisit.set(id, own)
      return [{ id, model: node.agent, visits: runs, ...scaled(own, runs) }]
    }
    const model = modelOf(node)?.name
    const runs = visits.nodes.get(id) ?? NONE
    if (model === undefined) return []
    const own = amountsOf(document, id, env)
    perVisit.set(id, own)
    if (!own.cost && !isNone(runs)) unpriced.add(model)
    return [{ id, model, visits: runs, ...scaled(own, runs) }]
  })
  const sum = nodes.reduce<Amounts>(added, { calls: NONE, tokens: NONE, cost: NONE })
  const least = (pick: (amounts: Amounts) => number) =>
    leastCalls(document, visits, (id) => {
      const own = perVisit.get(id)
      return own ? pick(own) : 0
    })
  return {
    total: {
      calls: { ...sum.calls, min: least(({ calls }) => calls.min) },
      tokens: { ...sum.tokens, min: least(({ tokens }) => tokens.min) },
      cost: sum.cost && { ...sum.cost, min: least(({ cost }) => cost?.min ?? 0) },
    },
    nodes,
    edges: document.edges.map(({ to }, index) => {
      const taken = visits.edges[index] ?? NONE
      return { times: taken, ...scaled(perVisit.get(to) ?? NOTHING, taken) }
    }),
    unpriced: [...unpriced],
    uncounted,
  }
}

/** Estimates one run of a called agent; undefined if the agent is unknown or recursive. */
function estimateCall(
  node: NodeOf<'agent-call'>,
  { priceOf, callees = NO_CALLEES }: EstimateEnvironment,
): Estimate | undefined {
  const callee = calleeOf(callees, node)
  if (!callee) return undefined
  const { [calleeKey(node)]: _, ...others } = callees
  return estimateDocument(callee.document, { priceOf, callees: others })
}

function onCall(node: NodeOf<'agent-call'>, once: Amounts): Amounts {
  const tries = { min: node.cache ? 0 : 1, typical: 1, max: node.retry?.attempts ?? 1 }
  return scaled(once, tries)
}

const NOTHING: Amounts = { calls: NONE, tokens: NONE, cost: NONE }

/** Amounts of one execution of a node. */
function amountsOf(document: GraphDocument, id: string, env: EstimateEnvironment): Amounts {
  const node = document.nodes[id]
  const model = node && modelOf(node)
  if (!node || !model) return NOTHING
  const recorded = env.typical?.[id]
  const planned = callsOf(node)
  const calls = recorded ? { ...planned, typical: recorded.callsPerVisit } : planned
  const { input, output } = withTypical(callTokens(document, node), recorded)
  const cap = node.kind === 'agent' ? (node.maxTotalTokens ?? Infinity) : Infinity
  const tokens = times(calls, plus(input, output))
  const price = (size: keyof Range) => {
    const one = env.priceOf(model.name, { input: input[size], output: output[size] })
    return one === null || calls[size] === 0 ? one : one * calls[size]
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
    input: wider(input, recorded.input),
    output: wider(output, recorded.output),
  }
}

const wider = ({ min, max }: Range, typical: number): Range => ({
  min: Math.min(min, typical),
  typical,
  max: Math.max(max, typical),
})

const scaled = ({ calls, tokens, cost }: Amounts, by: Range): Amounts => ({
  calls: times(calls, by),
  tokens: times(tokens, by),
  cost: cost && times(cost, by),
})

/** A node that never runs costs nothing, even if its price is unknown. */
function added(sum: Amounts, { calls, tokens, cost }: Amounts): Amounts {
  const known = isNone(calls) ? NONE : cost
  return {
    calls: plus(sum.calls, calls),
    tokens: plus(sum.tokens, tokens),
    cost: sum.cost && known && plus(sum.cost, known),
  }
}
