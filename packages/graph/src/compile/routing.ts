import { Command, END as GRAPH_END, Send } from '@langchain/langgraph'
import type { GraphEdge } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { edgeReads } from '../kinds/uses.ts'
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

/** The ways on from a node. */
export type Router = {
  /** Every way but the error's is plain, so LangGraph's own edges do. */
  isPlain: boolean
  plainEnds: string[]
  /** Names of all nodes it may lead to, for LangGraph to know. */
  ends: string[]
  /** Whether a way from this port may still be taken in this run. */
  isOpen(port: PortName, state: State): boolean
  /** What the ways go by and their copies carry, as the node finds it: where all is the same, so are the ways. */
  seen(state: State): State[]
  /** `state` is what the node sees after its own write. */
  route(port: PortName, state: State, call: NodeCall): Promise<Route>
}

type Way = {
  edge: GraphEdge
  to: string
  key: string
  of: ExpressionFn | null
  /** Stands in for the target when there are no elements. */
  passing: string
  /** What the list is computed from. */
  scope: Scope
  /** What a copy needs of the state. */
  payload: (state: State) => State
}

export type RouterParts = {
  edges: readonly GraphEdge[]
  names: NodeNames
  scopeOf: ScopeMaker
  runtime: GraphRuntime
  payloadFor: (id: string) => (state: State) => State
}

export function createRouter(id: string, parts: RouterParts): Router {
  const ways = parts.edges.filter((edge) => edge.from === id).map((edge) => toWay(edge, parts))
  const at = (port: PortName) => ways.filter((way) => (way.edge.when ?? null) === port)
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
    isOpen: (port, state) => at(port).some((way) => isOpen(way, state)),
    async route(port, state, call) {
      const here = at(port)
      const open = here.filter((way) => isOpen(way, state))
      if (here.length > 0 && open.length === 0) throw exhausted(id, here)
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

function toWay(drawn: GraphEdge, parts: RouterParts): Way {
  // The start is left once in a run, so a limit says nothing there.
  const edge = drawn.from === START ? { ...drawn, max: undefined } : drawn
  return {
    edge,
    to: edge.to === END ? GRAPH_END : parts.names.of(edge.to),
    key: JSON.stringify([edge.from, edge.when ?? null, edge.to]),
    of: edge.each ? compileExpression(edge.each.of, parts.scopeOf, parts.runtime) : null,
    passing: parts.names.passing(edge.to),
    scope: parts.scopeOf(edgeReads(edge)),
    payload: parts.payloadFor(edge.to),
  }
}

/** Copies that run in the same step all count the step before, so together they may exceed a limit. */
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
  // A limit says how much work may come of a list: what is past it is left out, which is no error.
  const { as, max = list.length } = edge.each
  return list.slice(0, max).map((element) => new Send(to, { ...payload, [as]: element }))
}

function exhausted(id: string, ways: readonly Way[]): NodeFailure {
  const told = ways
    .map(({ edge }) => `\`${edge.from}\` → \`${edge.to}\` (${edge.max} times)`)
    .join(', ')
  return new NodeFailure(
    'RECURSION_LIMIT',
    `Every way on from \`${id}\` has been taken as often as it may: ${told}`,
    {
      node: id,
      hint: 'Raise the limit on the edge, or give the node another way on.',
    },
  )
}

/** A node's result for LangGraph: the update alone where its edges are plain. */
export function leave(update: State, { goto, run }: Route): Command {
  return new Command({ update: run ? { ...update, [RUN_CHANNEL]: run } : update, goto })
}
