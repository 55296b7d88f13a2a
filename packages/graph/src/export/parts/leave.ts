import type { GraphEdge } from '@lathe/contract'
import { END } from '@lathe/contract'
import { ERROR_CHANNEL } from '../../state/error-channel.ts'
import { edgeReads, nodeReads, nodeWrites } from '../../kinds/channel-uses.ts'
import { list } from '../print/layout.ts'
import { key, member, quote } from '../print/literal.ts'
import { RUNTIME } from './code.ts'
import type { Plan, PlannedNode } from './plan.ts'
import { graphName } from './plan.ts'
import { expressionCode, holds } from './scope.ts'
import type { NodeWriter } from './scope.ts'
import { isSequential } from './sequence.ts'

const LANGGRAPH = '@langchain/langgraph'

export type Leaving = {
  /** Statements before the return, which throw if every edge has reached its limit. */
  guards: string[]
  goto: string
  /** The limited edges that the update counts. */
  counted: string | null
}

export const waysAt = ({ ways }: PlannedNode, port: string | null) =>
  ways.filter(({ when }) => (when ?? null) === port)

/** Whether LangGraph's own edges are enough. Otherwise the node returns a `Command`. */
export function isPlainNode({ ways, node, locals }: PlannedNode): boolean {
  if (node.kind === 'branch' || node.kind === 'ask') return false
  const onward = ways.filter(({ when }) => when !== 'error')
  if (onward.some(({ max }) => max !== undefined)) return false
  return locals.size === 0 || onward.every(({ each }) => !each)
}

export const edgeKey = ({ from, when, to }: GraphEdge) =>
  when === undefined ? `${from} → ${to}` : `${from}.${when} → ${to}`

export function edgeCount({ loops }: Plan, edge: GraphEdge, state: string): string {
  return `(${member(state, loops ?? '')}[${quote(edgeKey(edge))}] ?? 0)`
}

export const target = (writer: Pick<NodeWriter, 'plan' | 'module'>, to: string): string =>
  to === END ? writer.module.use('END', LANGGRAPH) : quote(graphName(writer.plan, to))

/** Writes the targets of a node's port. */
export function leaving(writer: NodeWriter, port: string | null, state = 'state'): Leaving {
  const { plan, planned } = writer
  const ways = waysAt(planned, port)
  const limited = ways.filter(({ max }) => max !== undefined)
  const open = (edge: GraphEdge) => `${edgeCount(plan, edge, state)} < ${edge.max}`
  const [only] = ways
  const isSimple = ways.length === 1 && only && !only.each
  const items = ways.map((edge) => {
    const code = edge.each ? `...${fanOutCode(writer, edge, state)}` : target(writer, edge.to)
    if (edge.max === undefined || isSimple) return code
    return `...(${open(edge)} ? [${code}] : [])`
  })
  const counted = limited.map((edge) => {
    const name = quote(edgeKey(edge))
    return isSimple ? name : `...(${open(edge)} ? [${name}] : [])`
  })
  const isBounded = ways.length > 0 && limited.length === ways.length
  const limitReached = limited
    .map((edge) => `${edgeCount(plan, edge, state)} >= ${edge.max}`)
    .join(' && ')
  return {
    guards: isBounded
      ? [
          `if (${limitReached}) {`,
          `  throw new Error(${quote(`Every edge of ${planned.id} has reached its limit`)})`,
          '}',
        ]
      : [],
    goto: isSimple ? (items[0] ?? '') : gotoList(items),
    counted: counted.length > 0 ? list('[]', counted) : null,
  }
}

function gotoList(items: readonly string[]): string {
  const [only, ...more] = items
  return more.length === 0 && only?.startsWith('...fanOut(') ? only.slice(3) : list('[]', items)
}

/** Writes one `Send` per element of a list, with the channels that the copy reads. */
export function fanOutCode(writer: NodeWriter, edge: GraphEdge, state = 'state'): string {
  const { plan, module } = writer
  const to = plan.nodes.get(edge.to)
  if (!edge.each || !to) return '[]'
  const { of, as, max } = edge.each
  const listed = listCode(writer, of, state)
  const some = max === undefined ? listed : `${listed}.slice(0, ${max})`
  const payload = copyPayload(plan, to).map((name) =>
    name === '*' ? `...${state}` : `${key(name)}: ${member(state, name)}`,
  )
  const element = as === state ? 'element' : as
  const elementField = element === as ? key(as) : `${key(as)}: ${element}`
  const send = `new ${module.use('Send', LANGGRAPH)}(${target(writer, edge.to)}, ${list('{}', [...payload.filter((item) => !item.startsWith(`${key(as)}:`)), elementField])})`
  const fanOut = module.use('fanOut', RUNTIME)
  const onward = list('[]', nodesAfterFanOut(writer, to))
  return `${fanOut}(${some}, (${element}) => ${send}, ${onward})`
}

/** The list of a fan-out, as code that is a list for TypeScript too. */
function listCode(writer: NodeWriter, of: string, state: string): string {
  const { plan, planned, module } = writer
  const channel = Object.hasOwn(plan.document.state, of) ? plan.document.state[of] : undefined
  const isPlain = channel !== undefined && channel.type !== 'messages' && !planned.locals.has(of)
  if (isPlain && !holds(writer, of)) return `${module.use('toList', RUNTIME)}(${member(state, of)})`
  const { code, schema } = expressionCode(writer, of, `${planned.id} each`, state)
  return schema?.['type'] === 'array' ? grouped(code) : `${module.use('toList', RUNTIME)}(${code})`
}

const grouped = (code: string) => (/\?\?|\|\||&&/.test(code) ? `(${code})` : code)

/** The nodes that follow an empty fan-out: those its copies would have led to. */
export function nodesAfterFanOut(writer: NodeWriter, to: PlannedNode): string[] {
  if (!isSkipped(writer.plan, to)) return [quote(to.standIn)]
  return waysAt(to, null).map((way) => target(writer, way.to))
}

/** Whether an empty fan-out can continue without a stand-in node. */
export function isSkipped(plan: Plan, to: PlannedNode): boolean {
  const isPlain = isPlainNode(to) && waysAt(to, null).every(({ each }) => !each)
  return isPlain && isSequential(plan.document)
}

/** The channels that a copy needs, including those of copies that it sends itself; `*` for all of them. */
export function copyPayload(plan: Plan, to: PlannedNode): string[] {
  const needed = neededBy(plan, to, new Set())
  if (needed.has('*')) return ['*']
  const isHeld = (name: string) =>
    Object.hasOwn(plan.document.state, name) || name === ERROR_CHANNEL || name === plan.loops
  return [...needed].filter((name) => isHeld(name) && !to.locals.has(name))
}

function neededBy(plan: Plan, to: PlannedNode, seen: Set<string>): Set<string> {
  seen.add(to.id)
  const { uses, all } = nodeReads(to.node)
  const isPlain = isPlainNode(to)
  const ways = to.ways.filter(({ when }) => !isPlain || when === 'error')
  const reads = ways.map(edgeReads)
  const isShortened = to.node.kind === 'agent' && to.node.summarize !== undefined
  if (all || isShortened || reads.some((way) => way.all)) return new Set(['*'])
  const writtenChannels = isPlain ? [] : nodeWrites(to.node).map(({ channel }) => channel)
  const counts = ways.some(({ max }) => max !== undefined) && plan.loops ? [plan.loops] : []
  const onward = ways.flatMap((way) => {
    const next = way.each && !seen.has(way.to) ? plan.nodes.get(way.to) : undefined
    return next ? [...neededBy(plan, next, seen)] : []
  })
  const names = [...uses.map(({ channel }) => channel), ...reads.flatMap((way) => way.names)]
  return new Set([...names, ...writtenChannels, ...counts, ...onward])
}

/** Writes `return new Command({ … })` after its guards. */
export function commandLines(
  writer: NodeWriter,
  { guards, goto, counted }: Leaving,
  update: string[],
): string[] {
  const all = [...update]
  if (counted !== null && writer.plan.loops !== null) {
    all.push(`${key(writer.plan.loops)}: ${counted}`)
  }
  const isWhole = all.length === 1 && all[0] === '...update'
  const written = isWhole ? 'update' : list('{}', all, 'update: ')
  const fields = [...(all.length > 0 ? [written] : []), `goto: ${goto}`]
  const command = writer.module.use('Command', LANGGRAPH)
  return [...guards, `return ${list('{}', fields, `new ${command}(`)})`]
}
