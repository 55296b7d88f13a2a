import type { Answer, NodeOf } from '@lathe/contract'
import { DEFAULT_MESSAGES, writesToMessages, type ExportedBody } from '@lathe/nodes'
import { isStrict } from '../../json-schema/strict.ts'
import { RUNTIME } from '../parts/code.ts'
import type { ModelRegistry } from '../parts/models.ts'
import { toolIdent } from '../parts/plan.ts'
import { promptCode } from '../parts/prompt.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { typeOf } from '../parts/types.ts'
import { picksCode, TEXT, writeCode } from '../parts/writes.ts'
import { list } from '../print/layout.ts'
import { literal, quote } from '../print/literal.ts'

type ModelNode = NodeOf<'model'>

/** One call of a model, as text or as a structured answer. */
export function modelBody(
  writer: NodeWriter,
  node: ModelNode,
  models: ModelRegistry,
): ExportedBody {
  const { module, planned } = writer
  const { messages: prompt } = promptCode(writer, node.prompt)
  const hasTools = (node.tools ?? []).length > 0
  const model = boundModel(writer, node, models)
  if (!node.answer) {
    const before = hasTools ? [`const model = ${model}`] : []
    const lines = [`const message = await ${hasTools ? 'model' : model}.invoke(${prompt})`]
    if (!hasTools) {
      lines.push(`${module.use('refuseToolCalls', RUNTIME)}(${quote(planned.id)}, message)`)
    }
    return { isAsync: true, before, lines, update: outputs(writer, node, MESSAGE) }
  }
  const { answer } = node
  const options = list('{}', [
    `node: ${quote(planned.id)}`,
    ...(hasTools ? ['hasTools: true'] : []),
    ...answerFields(answer),
  ])
  const structured = `${module.use('withStructuredOutput', RUNTIME)}<Answer>`
  const update = [
    ...picks(writer, answer, 'parsed', !hasTools),
    ...outputs(writer, node, { messages: '[raw]', text: 'raw.text' }),
  ]
  const used = ['parsed', 'raw'].filter((name) =>
    update.some((line) => new RegExp(`\\b${name}\\b`).test(line)),
  )
  const call = `await model.invoke(${prompt})`
  return {
    isAsync: true,
    before: [answerType(answer), list('()', [model, options], `const model = ${structured}`)],
    lines: [used.length > 0 ? `const { ${used.join(', ')} } = ${call}` : call],
    update,
  }
}

export const answerType = ({ schema }: Answer): string => `type Answer = ${typeOf(schema)}`

/** The fields of an answer's format. */
export const answerFields = ({ name = 'answer', schema }: Answer): string[] => [
  `name: ${quote(name)}`,
  `strict: ${isStrict(schema)}`,
  `schema: ${literal(schema)}`,
]

/** The channels that take parts of an answer. `isSure` is false if a model may call tools instead. */
export function picks(
  writer: NodeWriter,
  { schema, writes }: Answer,
  code: string,
  isSure: boolean,
): string[] {
  const items = picksCode(writer, writes, code, schema)
  if (isSure || items.length === 0) return items
  return [`...(${code} !== null && ${list('{}', items)})`]
}

/** Code of a reply's messages and text. */
type Reply = { messages: string; text: string }

const MESSAGE: Reply = { messages: '[message]', text: 'message.text' }

/** The channels that take a model's words: those the node names, or the conversation. */
export function outputs(
  writer: NodeWriter,
  node: NodeOf<'model'> | NodeOf<'agent'>,
  { messages, text }: Reply,
): string[] {
  if (writesToMessages(node)) {
    return [writeCode(writer, DEFAULT_MESSAGES, { code: messages, schema: null })]
  }
  const { output } = node
  return [
    ...(output?.text === undefined
      ? []
      : [writeCode(writer, output.text, { code: text, schema: TEXT })]),
    ...(output?.message === undefined
      ? []
      : [writeCode(writer, output.message, { code: messages, schema: null })]),
  ]
}

/** The node's model, with its tools bound. */
function boundModel(writer: NodeWriter, node: ModelNode, models: ModelRegistry): string {
  const { module } = writer
  const names = node.tools ?? []
  const model = module.use(models.add(node.model, names.length > 0), '/models.ts')
  if (names.length === 0) return model
  const tools = names.map((tool) => module.use(toolIdent(writer.plan, tool), '/tools.ts'))
  const choice = node.toolChoice
  const toolChoice =
    typeof choice === 'object' ? { type: 'function', function: { name: choice.tool } } : choice
  const options = toolChoice === undefined ? '' : `, { tool_choice: ${literal(toolChoice)} }`
  return `${model}.bindTools([${tools.join(', ')}]${options})`
}
