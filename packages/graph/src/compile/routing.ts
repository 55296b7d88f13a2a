import { Command, END as GRAPH_END, Send } from '@langchain/langgraph'
import type { GraphEdge } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { edgeReads } from '../kinds/channel-uses.ts'
import { jsonType, TYPE_WORDS } from '../state/accepts.ts'
import { RUN_CHANNEL } from './channels.ts'
import type { RunUpdate } from './channels.ts'
import { compileExpression } from './expression.ts'
import type { ExpressionFn } from './expression.ts'
import { NodeFailure } from './failure.ts'
import type { NodeNames } from './names.ts'
import type { GraphRuntime, NodeCall } from './runtime.ts'
import type { Scope, ScopeMaker, State } from './state.ts'

export type PortName = string | null

export type Route = { goto: (string | Send)[]; run: RunUpdate | null }

/** The edges of a node. */
export type Router = {
  /** Whether LangGraph's own edges are enough, apart from the error edge. */
  isPlain: boolean
  plainEnds: string[]
  /** The names of all possible targets, which LangGraph must know. */
  ends: string[]
  /** Whether an edge of the port is below its limit in this run. */
  isOpen(port: PortName, state: State): boolean
  /** The state that the edges and fan-outs read. Equal states lead to equal targets. */
  seen(state: State): State[]
  /** `state` is what the node sees after its own write. */
  route(port: PortName, state: State, call: NodeCall): Promise<Route>
}

type Way = {
  edge: GraphEdge
  to: string
  key: string
  of: ExpressionFn | null
  /** The node that continues when there are no elements. */
  passing: string
  /** The channels that the list's expression reads. */
  scope: Scope
  /** The part of the state that a copy receives. */
  payload: (state: State) => State
}

export type RouterParts = {
  edges: readonly GraphEdge[]
  names: NodeNames
  createScope: ScopeMaker
  runtime: GraphRuntime
  payloadFor: (id: string) => (state: State) => State
}

export function createRouter(id: string, parts: RouterParts): Router {
  const ways = parts.edges.filter((edge) => edge.from === id).map((edge) => toWay(edge, parts))
  const waysAt = (port: PortName) => ways.filter((way) => (way.edge.when ?? null) === port)
  const onward = ways.filter(({ edge }) => edge.when !== 'error')
  const isPlain = onward.every(({ edge }) => edge.when === undefined && !edge.each && !edge.max)

  return {
    isPlain,
    plainEnds: isPlain ? onward.map((way) => way.to) : [],
    ends: [...new Set(ways.flatMap((way) => (way.of ? [way.to, way.passing] : [way.to])))],
    seen: (state) =>
      ways.flatMap((way) => [
        ...(way.edge.max === undefined ? [] : [{ isOpen: isOpen(way, state) }]),
        ...(way.of ? [way.scope(state), way.payload(state)] : []),
      ]),
    isOpen: (port, state) => waysAt(port).some((way) => isOpen(way, state)),
    async route(port, state, call) {
      const portWays = waysAt(port)
      const open = portWays.filter((way) => isOpen(way, state))
      if (portWays.length > 0 && open.length === 0) throw exhausted(id, portWays)
      const limited = open.filter((way) => way.edge.max !== undefined)
      const goto = await Promise.all(open.map((way) => destinations(way, state, call)))
      return {
        goto: goto.flat(),
        run:
          limited.length === 0
            ? null
            : { taken: Object.fromEntries(limited.map(({ key }) => [key, 1])) },
      }
    },
  }
}

function toWay(connectedPorts: GraphEdge, parts: RouterParts): Way {
  // A run leaves the start once, so its edges need no limit.
  const edge =
    connectedPorts.from === START ? { ...connectedPorts, max: undefined } : connectedPorts
  return {
    edge,
    to: edge.to === END ? GRAPH_END : parts.names.of(edge.to),
    key: JSON.stringify([edge.from, edge.when ?? null, edge.to]),
    of: edge.each ? compileExpression(edge.each.of, parts.createScope, parts.runtime) : null,
    passing: parts.names.passing(edge.to),
    scope: parts.createScope(edgeReads(edge)),
    payload: parts.payloadFor(edge.to),
  }
}

/** Copies in one superstep see the same counts, so together they may exceed a limit. */
function isOpen({ edge, key }: Way, state: State): boolean {
  if (edge.max === undefined) return true
  const counts = state[RUN_CHANNEL] as Record<string, number> | undefined
  return (counts?.[key] ?? 0) < edge.max
}

async function destinations(way: Way, state: State, call: NodeCall): Promise<(string | Send)[]> {
  const { edge, of, to } = way
  if (!edge.each || !of) return [to]
  const list = (await of(state, call)) ?? []
  if (!Array.isArray(list)) {
    const message = `The fan-out to \`${edge.to}\` needs a list, but \`${edge.each.of}\` is ${TYPE_WORDS[jsonType(list)]}`
    throw new NodeFailure('INVALID_INPUT', message, { node: edge.from })
  }
  if (list.length === 0) return [way.passing]
  const payload = way.payload(state)
  // Elements beyond the limit are left out. This is not an error.
  const { as, max = list.length } = edge.each
  return list.slice(0, max).map((element) => new Send(to, { ...payload, [as]: element }))
}

function exhausted(id: string, ways: readonly Way[]): NodeFailure {
  const limits = ways
    .map(({ edge }) => `\`${edge.from}\` → \`${edge.to}\` (${edge.max} times)`)
    .join(', ')
  return new NodeFailure(
    'RECURSION_LIMIT',
    `Every edge of \`${id}\` has reached its limit: ${limits}`,
    {
      node: id,
      hint: 'Raise the limit of an edge, or add an edge without a limit.',
    },
  )
}

/** Returns a node's update with its targets. */
export function leave(update: State, { goto, run }: Route): Command {
  return new Command({ update: run ? { ...update, [RUN_CHANNEL]: run } : update, goto })
}
