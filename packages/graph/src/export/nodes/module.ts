import type { GraphNode, NodeKind, NodeOf } from '@lathe/contract'
import { kindDefinition } from '@lathe/nodes'
import type { ExportedBody } from '@lathe/nodes'
import { commandLines, isPlainNode, leaving } from '../parts/leave.ts'
import type { ModelRegistry } from '../parts/models.ts'
import { camel } from '../parts/names.ts'
import type { Plan, PlannedNode } from '../parts/plan.ts'
import { copyPayload } from '../parts/leave.ts'
import { RUNTIME } from '../parts/code.ts'
import type { UserCode } from '../parts/code.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { typeOf } from '../parts/types.ts'
import { block, comment, list } from '../print/layout.ts'
import { key, quote } from '../print/literal.ts'
import { createModule } from '../print/module.ts'
import type { Module } from '../print/module.ts'
import { agentBody } from './agent.ts'
import { askBody } from './ask.ts'
import { choiceLines, routerLines, rulesLines } from './branch.ts'
import { callBody } from './call.ts'
import { createExportWriter } from './export-writer.ts'
import { modelBody } from './model.ts'

type Parts = { plan: Plan; userCode: UserCode; models: ModelRegistry }

/** Writes the module of one node. */
export function nodeModule({ plan, userCode, models }: Parts, planned: PlannedNode): Module {
  const module = createModule(planned.file)
  const writer: NodeWriter = { plan, planned, module, userCode }
  const { node } = planned
  const isEcho = camel(node.title ?? '').toLowerCase() === planned.ident.toLowerCase()
  const docComment = comment(node.description ?? (isEcho ? undefined : node.title))
  if (node.kind === 'branch') {
    const { decide } = node
    if (plan.folded.has(planned.id) && decide.by === 'rules') {
      module.add(...docComment, ...routerLines(writer, node, decide.rules))
      return module
    }
    const lines =
      decide.by === 'rules'
        ? rulesLines(writer, node, decide.rules)
        : choiceLines(writer, node, models)
    addFunction(writer, {
      docComment: docComment,
      lines,
      isAsync: decide.by === 'model',
      returns: '',
    })
    return module
  }
  const body = exportBody(writer, node, models)
  for (const declaration of body.before ?? []) module.add(declaration)
  const lines = [...body.lines, ...returnLines(writer, body)]
  const isPlain = isPlainNode(planned)
  const returns = isPlain ? module.useType('Update', '/state.ts') : ''
  addFunction(writer, { docComment: docComment, lines, isAsync: body.isAsync ?? false, returns })
  return module
}

/** Kinds whose code depends on the whole plan of the project. Other kinds define their export. */
const EXPORTERS: {
  [K in NodeKind]?: (writer: NodeWriter, node: NodeOf<K>, models: ModelRegistry) => ExportedBody
} = {
  agent: agentBody,
  model: modelBody,
  ask: askBody,
  'agent-call': callBody,
}

function exportBody(writer: NodeWriter, node: GraphNode, models: ModelRegistry): ExportedBody {
  const body = kindDefinition(node.kind).export?.(node, createExportWriter(writer))
  if (body) return body
  // The node has the kind of its exporter.
  const exporter = EXPORTERS[node.kind] as
    | ((writer: NodeWriter, node: GraphNode, models: ModelRegistry) => ExportedBody)
    | undefined
  if (!exporter) throw new Error(`Nodes of the kind ${node.kind} cannot be exported`)
  return exporter(writer, node, models)
}

function returnLines(writer: NodeWriter, { update, chosen }: ExportedBody): string[] {
  const { planned, module } = writer
  if (chosen) {
    const ways = chosen.ports.map((port) => ({ port, ...leaving(writer, port) }))
    const isSimple = ways.every(({ guards, counted }) => guards.length === 0 && counted === null)
    if (isSimple) {
      const targets = ways.map(({ port, goto }) => `${key(port)}: ${goto}`)
      const goto = `${list('{}', targets)}[${chosen.by}]`
      return commandLines(writer, { guards: [], goto, counted: null }, update)
    }
    const cases = ways.flatMap(({ port, ...leave }) => [
      `if (${chosen.by} === ${quote(port)}) ${block(commandLines(writer, leave, update))}`,
    ])
    return [...cases, `throw new Error('This decision leads nowhere')`]
  }
  const [only, ...more] = update
  if (isPlainNode(planned)) {
    const isWhole = more.length === 0 && only !== undefined && /^\.\.\.(?!.*&&)/s.test(only)
    return [`return ${isWhole ? only.slice(3) : list('{}', update)}`]
  }
  const seesUpdate = planned.ways.some(({ each }) => each)
  if (!seesUpdate) return commandLines(writer, leaving(writer, null), update)
  const withUpdate = module.use('withUpdate', RUNTIME)
  const type = module.useType('Update', '/state.ts')
  return [
    `const update: ${type} = ${list('{}', update)}`,
    `const after = ${withUpdate}(${module.use('State', '/state.ts')}, state, update)`,
    ...commandLines(writer, leaving(writer, null, 'after'), ['...update']),
  ]
}

type FunctionParts = { docComment: string[]; lines: string[]; isAsync: boolean; returns: string }

function addFunction(
  writer: NodeWriter,
  { docComment, lines, isAsync, returns }: FunctionParts,
): void {
  const { planned, module } = writer
  const takesState = lines.some((line) => /\bstate\b/.test(line))
  const parameter = takesState ? `state: ${inputType(writer)}` : ''
  const result = returns === '' ? '' : isAsync ? `: Promise<${returns}>` : `: ${returns}`
  const head = `export ${isAsync ? 'async ' : ''}function ${planned.ident}(${parameter})${result}`
  module.add(...docComment, `${head} ${block(lines)}`)
}

/** Writes the type of the function's parameter: the state, or what a copy receives. */
function inputType({ plan, planned, module }: NodeWriter): string {
  if (planned.locals.size === 0) return module.useType('AgentState', '/state.ts')
  const mark = planned.isAlwaysCopy ? '' : '?'
  const localTypes = [...planned.locals].map(
    ([name, schema]) => `${name}${mark}: ${typeOf(schema)}`,
  )
  const payload = copyPayload(plan, planned)
  const local = `{ ${localTypes.join('; ')} }`
  if (payload.length > 0) module.useType('AgentState', '/state.ts')
  const hidden = [...planned.locals.keys()].map(quote).join(' | ')
  const rest = payload.includes('*')
    ? `Omit<AgentState, ${hidden}> & `
    : payload.length > 0
      ? `Pick<AgentState, ${payload.map(quote).join(' | ')}> & `
      : ''
  module.add(`/** What a copy receives. */`, `type Input = ${rest}${local}`)
  return 'Input'
}
