import type { Answer, JsonSchema, NodeOf } from '@lathe/contract'
import { isStrict } from '../../json-schema/strict.ts'
import { writesToMessages } from '../../kinds/uses.ts'
import type { ModelRegistry } from '../parts/models.ts'
import { promptCode } from '../parts/prompt.ts'
import { toolIdent } from '../parts/plan.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { typeOf } from '../parts/types.ts'
import { picksCode, TEXT, writeCode } from '../parts/writes.ts'
import { list } from '../print/layout.ts'
import { literal, quote } from '../print/literal.ts'
import type { Body } from './body.ts'

export type ModelNode = NodeOf<'model'> | NodeOf<'agent'>

/** One call of a model, or two where the first answer does not fit its schema. */
export function modelBody(writer: NodeWriter, node: ModelNode, models: ModelRegistry): Body {
  const { before, model } = boundModel(writer, node, models)
  const prompt = promptCode(writer, node.prompt)
  const isSure = !node.tools?.length
  if (!node.answer) {
    const reply = `await ${model}.invoke(${prompt})`
    const lines = [`const message = ${isSure ? inWords(writer, reply) : reply}`]
    return { isAsync: true, before, lines, update: outputs(writer, node, REPLY) }
  }
  const answerIn = writer.module.use('answerIn', '/lib/answer.ts')
  const isAgent = node.kind === 'agent'
  const names = [
    ...(Object.keys(node.answer.writes).length > 0 ? ['answer'] : []),
    ...(isAgent && node.output?.message !== undefined ? ['messages'] : []),
    ...(usesReply(node) ? ['message'] : []),
  ]
  const call = `await ${answerIn}<Answer>(${model}, format, ${prompt}${isSure ? `, ${quote(writer.planned.id)}` : ''})`
  return {
    isAsync: true,
    before: [...before, ...answerParts(writer, node.answer)],
    lines: [names.length > 0 ? `const { ${names.join(', ')} } = ${call}` : call],
    update: [
      ...picks(writer, node.answer, isSure),
      ...outputs(writer, node, isAgent ? { ...REPLY, messages: () => 'messages' } : REPLY),
    ],
  }
}

const inWords = ({ module, planned }: NodeWriter, reply: string) =>
  `${module.use('inWords', '/lib/reply.ts')}(${quote(planned.id)}, ${reply})`

const usesReply = ({ kind, output }: ModelNode) =>
  output?.text !== undefined || (kind === 'model' && output?.message !== undefined)

export function answerParts(writer: NodeWriter, { name = 'answer', schema }: Answer): string[] {
  const format = [
    `name: ${quote(name)}`,
    `strict: ${isStrict(schema)}`,
    `schema: ${literal(schema)}`,
  ]
  const type = writer.module.useType('Format', '/lib/answer.ts')
  return [`type Answer = ${typeOf(schema)}`, list('{}', format, `const format: ${type} = `)]
}

/** A model that asked for tools has given no answer yet. */
export function picks(writer: NodeWriter, { schema, writes }: Answer, isSure: boolean): string[] {
  const items = picksCode(writer, writes, 'answer', schema)
  if (isSure || items.length === 0) return items
  return [`...(answer !== null && ${list('{}', items)})`]
}

type Said = { messages: () => string; last: () => string }

const REPLY: Said = { messages: () => '[message]', last: () => 'message' }

/** Where a model's words go: the channels the node names, or else the conversation. */
export function outputs(writer: NodeWriter, node: ModelNode, { messages, last }: Said): string[] {
  const write = (name: string, code: string, schema: JsonSchema | null) =>
    writeCode(writer, name, { code, schema })
  if (writesToMessages(node)) return [write('messages', messages(), null)]
  const { text, message } = node.output ?? {}
  return [
    ...(text === undefined ? [] : [write(text, `${last()}.text`, TEXT)]),
    ...(message === undefined ? [] : [write(message, messages(), null)]),
  ]
}

function boundModel(writer: NodeWriter, node: ModelNode, models: ModelRegistry) {
  const { module } = writer
  const name = module.use(models.add(node.model, (node.tools ?? []).length > 0), '/models.ts')
  if (!node.tools?.length) return { before: [], model: name }
  const tools = node.tools.map((tool) => module.use(toolIdent(writer.plan, tool), '/tools.ts'))
  const choice = node.kind === 'model' ? node.toolChoice : undefined
  const chosen =
    typeof choice === 'object' ? { type: 'function', function: { name: choice.tool } } : choice
  const options = chosen === undefined ? '' : `, { tool_choice: ${literal(chosen)} }`
  return {
    before: [`const model = ${name}.bindTools([${tools.join(', ')}]${options})`],
    model: 'model',
  }
}
