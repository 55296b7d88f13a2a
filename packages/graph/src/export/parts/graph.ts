import type { GraphDocument } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { edgeReads, nodeReads } from '../../kinds/channel-uses.ts'
import { indent, list } from '../print/layout.ts'
import { key, literal, quote } from '../print/literal.ts'
import { createModule } from '../print/module.ts'
import type { Module } from '../print/module.ts'
import { RUNTIME } from './code.ts'
import type { UserCode } from './code.ts'
import {
  commandLines,
  fanOutCode,
  isPlainNode,
  isSkipped,
  leaving,
  copyPayload,
  target,
  waysAt,
} from './leave.ts'
import { MEMORY_TOOLS } from '../tools/built-in.ts'
import { nodeTools } from '@lathe/nodes'
import type { Plan, PlannedNode } from './plan.ts'
import { callCode } from './scope.ts'
import type { NodeWriter } from './scope.ts'

const LANGGRAPH = '@langchain/langgraph'

/** `agent.ts`: the graph itself. */
export function graphModule(plan: Plan, userCode: UserCode): Module {
  const module = createModule('agent.ts')
  module.use('StateGraph', LANGGRAPH)
  module.use('State', '/state.ts')
  const createWriter = (planned: PlannedNode): NodeWriter => ({ plan, planned, module, userCode })
  const nodes = [...plan.nodes.values()].filter(({ id }) => !plan.folded.has(id))
  const calls = [
    ...beginCalls(plan),
    ...nodes.map((planned) => nodeCall(createWriter(planned))),
    ...nodes.flatMap((planned) => standInCalls(createWriter(planned))),
    ...startCalls(createWriter(startNode(plan))),
    ...nodes.flatMap((planned) => edgeCalls(createWriter(planned))),
  ]
  const hasCache = nodes.some(({ node }) => node.cache)
  if (hasCache) module.use('InMemoryCache', '@langchain/langgraph-checkpoint')
  const hasMemory = plan.toRoot === '' && remembers(plan)
  if (hasMemory) module.use('InMemoryStore', '@langchain/langgraph-checkpoint')
  const options = [
    `name: ${quote(plan.slug)}`,
    ...(hasCache ? ['cache: new InMemoryCache()'] : []),
    ...(hasMemory ? ['store: new InMemoryStore()'] : []),
  ]
  const chain = [...calls, `.compile(${list('{}', options)})`].join('\n')
  module.add(`export const graph = new StateGraph(State)\n${indent(chain)}`)
  return module
}

/** Whether a tool of the graph or of a called agent uses the store. */
const remembers = ({ document, calledAgents }: Plan): boolean =>
  [document, ...[...calledAgents.values()].map((calledAgent) => calledAgent.document)]
    .flatMap(({ nodes }) => Object.values(nodes))
    .some((node) => nodeTools(node).some((name) => Object.hasOwn(MEMORY_TOOLS, name)))

/** The start as a node, to write its edges. */
function startNode(plan: Plan): PlannedNode {
  return {
    id: START,
    node: { kind: 'set', values: {} },
    graphName: plan.begin,
    standIn: '',
    ident: 'start',
    file: '',
    // A run leaves the start once, so its edges need no limit.
    ways: plan.document.edges
      .filter(({ from }) => from === START)
      .map((edge) => ({ ...edge, max: undefined })),
    locals: new Map(),
    isAlwaysCopy: false,
  }
}

function beginCalls({ loops, begin }: Plan): string[] {
  if (loops === null) return []
  return [`.addNode(${quote(begin)}, () => ({ ${key(loops)}: null }))`]
}

function startCalls(writer: NodeWriter): string[] {
  const { plan, module, planned } = writer
  const start = module.use('START', LANGGRAPH)
  const from = plan.loops === null ? start : quote(plan.begin)
  const begin = plan.loops === null ? [] : [`.addEdge(${start}, ${quote(plan.begin)})`]
  const ways = planned.ways.filter(({ to }) => to !== END)
  return [...begin, ...waysCalls({ ...writer, planned: { ...planned, ways } }, from)]
}

function nodeCall(writer: NodeWriter): string {
  const { planned, module } = writer
  const name = module.use(planned.ident, `/${planned.file}`)
  const options = nodeOptions(writer)
  const args = [
    quote(planned.graphName),
    name,
    ...(options.length > 0 ? [list('{}', options)] : []),
  ]
  return list('()', args, '.addNode')
}

function nodeOptions(writer: NodeWriter): string[] {
  const { planned, module, plan } = writer
  const { node, ways } = planned
  const { retry } = node
  const errors = waysAt(planned, 'error')
  const ends = isPlainNode(planned) ? errors : [...ways]
  return [
    ...(ends.length > 0 ? [list('[]', edgeTargets(writer, ends), 'ends: ')] : []),
    ...(node.defer ? ['defer: true'] : []),
    ...(retry
      ? [
          list(
            '{}',
            [
              `maxAttempts: ${retry.attempts}`,
              `initialInterval: ${retry.initialMs}`,
              `backoffFactor: ${retry.factor}`,
              `maxInterval: ${retry.maxMs}`,
              'jitter: false',
              `retryOn: ${module.use('isRetryable', RUNTIME)}`,
            ],
            'retryPolicy: ',
          ),
        ]
      : []),
    ...(node.timeoutMs === undefined ? [] : [`timeout: ${node.timeoutMs}`]),
    ...(node.cache ? [cacheCode(writer, plan.document)] : []),
    ...(errors.length > 0 ? [errorHandler(writer)] : []),
  ]
}

function edgeTargets(writer: NodeWriter, ways: PlannedNode['ways']): string[] {
  const ends = ways.flatMap((edge) => {
    const to = writer.plan.nodes.get(edge.to)
    return [target(writer, edge.to), ...(edge.each && to ? onwardEnds(writer, to) : [])]
  })
  return [...new Set(ends)]
}

function onwardEnds(writer: NodeWriter, to: PlannedNode): string[] {
  if (!isSkipped(writer.plan, to)) return [quote(to.standIn)]
  return waysAt(to, null).map((way) => target(writer, way.to))
}

function cacheCode(writer: NodeWriter, document: GraphDocument): string {
  const { planned } = writer
  const { cache } = planned.node
  const ttl = `ttl: ${cache?.ttlSeconds ?? 0}`
  const held = (names: readonly string[]) =>
    names.filter((name) => Object.hasOwn(document.state, name) || planned.locals.has(name))
  const ways = waysSeen(writer)
  if (cache?.key !== undefined) {
    const call = callCode(writer, cache.key, `${planned.id} key`)
    const seen = ways.length === 0 ? '' : ` + ${keyCode(writer, ways)}`
    return `cachePolicy: { ${ttl}, keyFunc: ([state]) => JSON.stringify(${call} ?? null)${seen} }`
  }
  const { uses, all } = nodeReads(planned.node)
  const names = [...new Set([...held(uses.map(({ channel }) => channel)), ...ways])]
  return `cachePolicy: { ${ttl}, keyFunc: ([state]) => ${keyCode(writer, all ? ['*'] : names)} }`
}

function keyCode({ module }: NodeWriter, names: readonly string[]): string {
  const keyOf = module.use('cacheKey', RUNTIME)
  return names.includes('*') ? `${keyOf}(state)` : `${keyOf}(state, ${literal([...names])})`
}

/**
 * The channels that a cached node's edges and fan-outs read. LangGraph caches the next nodes together with the
 * update.
 */
function waysSeen({ plan, planned }: NodeWriter): string[] {
  const isLimited = planned.ways.some(({ max }) => max !== undefined)
  const carried = planned.ways.flatMap((edge) => {
    const to = edge.each && plan.nodes.get(edge.to)
    if (!to) return []
    const { names, all } = edgeReads(edge)
    return all ? ['*'] : [...names, ...copyPayload(plan, to)]
  })
  return [...new Set([...carried, ...(isLimited && plan.loops !== null ? [plan.loops] : [])])]
}

/** Writes the error and follows the error edge, after the last attempt. */
function errorHandler(writer: NodeWriter): string {
  const { planned, module } = writer
  const describe = module.use('describeError', RUNTIME)
  const update = [`error: ${describe}(error, ${quote(planned.id)})`]
  const lines = commandLines(writer, leaving(writer, 'error'), update)
  const state = lines.some((line) => /\bstate\b/.test(line)) ? 'state' : '_'
  return `errorHandler: (${state}, { error }) => {\n${indent(lines.join('\n'))}\n}`
}

/** Adds a node that continues after an empty fan-out, if plain edges cannot. */
function standInCalls(of: NodeWriter): string[] {
  // Where a node fans out into itself, nothing is left to fan out.
  const ways = of.planned.ways.filter(({ to, each }) => !each || to !== of.planned.id)
  const writer = { ...of, planned: { ...of.planned, ways } }
  const { planned, plan } = writer
  if (planned.locals.size === 0 || isSkipped(plan, of.planned)) return []
  const name = quote(planned.standIn)
  const { node } = planned
  if (node.kind === 'ask') {
    const message = quote(`${planned.id} has nothing to ask: the list is empty`)
    return [`.addNode(${name}, (): object => {\n  throw new Error(${message})\n})`]
  }
  if (isPlainNode(planned)) {
    return [`.addNode(${name}, () => ({}))`, ...waysCalls(writer, name)]
  }
  const port = node.kind === 'branch' ? node.else : null
  const lines = commandLines(writer, leaving(writer, port), [])
  const state = lines.some((line) => /\bstate\b/.test(line)) ? 'state' : ''
  const ends = list('[]', edgeTargets(writer, planned.ways), 'ends: ')
  return [`.addNode(${name}, (${state}) => {\n${indent(lines.join('\n'))}\n}, { ${ends} })`]
}

function edgeCalls(writer: NodeWriter): string[] {
  const { planned } = writer
  if (!isPlainNode(planned)) return []
  return waysCalls(writer, quote(planned.graphName))
}

/** Plain edges, fan-outs and folded branches. */
function waysCalls(writer: NodeWriter, from: string): string[] {
  const { plan, planned, module } = writer
  return waysAt(planned, null).flatMap((edge) => {
    const to = plan.nodes.get(edge.to)
    if (to && plan.folded.has(edge.to)) {
      const routes = to.ways.map((way) => `${key(way.when ?? '')}: ${target(writer, way.to)}`)
      const router = module.use(to.ident, `/${to.file}`)
      return [list('()', [from, router, list('{}', routes)], '.addConditionalEdges')]
    }
    if (!edge.each) return [`.addEdge(${from}, ${target(writer, edge.to)})`]
    const ends = list('[]', edgeTargets(writer, [edge]))
    const router = `(state) => ${fanOutCode(writer, edge)}`
    return [list('()', [from, router, ends], '.addConditionalEdges')]
  })
}
