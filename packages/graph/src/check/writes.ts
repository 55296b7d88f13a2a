import {
  type Answer,
  type Channel,
  type Json,
  type JsonSchema,
  type Value,
  isJsonObject,
} from '@lathe/contract'
import { fieldsOfType, fieldValue, kindDefinition, type AnyField, type FieldOf } from '@lathe/nodes'
import { acceptsType, jsonType, TYPE_WORDS } from '../state/accepts.ts'
import type { JsonType } from '../state/accepts.ts'
import type { CheckContext, NodeFacts } from './context.ts'

/** Checks that the channels a node writes exist and that the written types fit them. */
export function checkWrites(context: CheckContext, facts: NodeFacts): void {
  const { id, node, writes, channelReads } = facts
  for (const { channel, field } of [...writes, ...channelReads]) {
    if (Object.hasOwn(context.document.state, channel)) continue
    const message =
      field === 'output'
        ? `\`${id}\` writes its answer to \`messages\`, which does not exist; choose a channel for the answer`
        : `There is no channel \`${channel}\``
    context.report('UNKNOWN_CHANNEL', { node: id, field, name: channel }, message)
  }

  for (const field of kindDefinition(node.kind).fields) checkWrittenTypes(context, facts, field)
  checkConversations(context, facts)
}

function checkWrittenTypes(context: CheckContext, facts: NodeFacts, field: AnyField): void {
  const { id, node } = facts
  const { name } = field
  switch (field.type) {
    case 'channel-values':
      for (const [channel, value] of Object.entries(fieldValue(node, field) ?? {})) {
        const type = staticType(value)
        if (type) expectType(context, id, channel, type, `${name}.${channel}`, 'This writes')
      }
      break
    case 'output': {
      const { text } = fieldValue(node, field) ?? {}
      if (text) expectType(context, id, text, 'string', `${name}.text`, 'The answer is')
      break
    }
    case 'answer':
      checkAnswer(context, facts, fieldValue(node, field))
      break
    case 'answer-paths':
      checkAnswerPaths(context, facts, field)
      break
    case 'channel': {
      const channel = fieldValue(node, field)
      const { writes, result } = field
      if (!channel || !writes || writes === 'messages' || result === undefined) break
      expectType(context, id, channel, writes, name, result)
      break
    }
    case 'channels':
      checkReturns(context, facts, fieldValue(node, field) ?? [])
      break
    default:
  }
}

function checkAnswerPaths(
  { report }: CheckContext,
  { id, node }: NodeFacts,
  field: FieldOf<'answer-paths'>,
): void {
  const [form] = fieldsOfType(node, 'form-schema').map((formField) => fieldValue(node, formField))
  for (const [channel, path] of Object.entries(fieldValue(node, field) ?? {})) {
    const [head = '', ...rest] = path.split('.')
    const isKnown = ['', 'decision', 'values'].includes(head)
    const isField = !form || schemaAt(form, rest.join('.')) !== null
    if (isKnown && (head !== 'values' || isField)) continue
    const message = isKnown
      ? `The form has no field \`${rest.join('.')}\``
      : `An answer has \`decision\` and \`values\`, but no \`${head}\``
    report('UNKNOWN_PATH', { node: id, field: `${field.name}.${channel}` }, message)
  }
}

function expectType(
  { document, report }: CheckContext,
  node: string,
  channel: string,
  type: JsonType,
  field: string,
  what: string,
): void {
  const declared = Object.hasOwn(document.state, channel) ? document.state[channel] : undefined
  if (!declared || acceptsType(declared, type)) return
  const message = `${what} ${TYPE_WORDS[type]}, but \`${channel}\` is ${TYPE_WORDS[declared.type]}`
  report('CHANNEL_TYPE', { node, field, name: channel }, message)
}

function staticType(value: Value): JsonType | null {
  if ('template' in value) return 'string'
  return 'value' in value ? jsonType(value.value) : null
}

function checkAnswer(context: CheckContext, { id }: NodeFacts, answer: Answer | undefined): void {
  if (!answer) return
  for (const [channel, path] of Object.entries(answer.writes)) {
    const field = `answer.writes.${channel}`
    const found = schemaAt(answer.schema, path)
    if (found === null) {
      context.report('UNKNOWN_PATH', { node: id, field }, `The answer's schema has no \`${path}\``)
      continue
    }
    const type = found?.['type']
    if (isJsonType(type))
      expectType(context, id, channel, type, field, 'This part of the answer is')
    else if (type === 'integer')
      expectType(context, id, channel, 'number', field, 'This part of the answer is')
  }
}

const isJsonType = (type: Json | undefined): type is JsonType =>
  typeof type === 'string' && Object.hasOwn(TYPE_WORDS, type) && type !== 'messages'

/**
 * Resolves a path in a schema. Returns null if the path cannot exist and undefined if the schema
 * leaves it open.
 */
export function schemaAt(schema: JsonSchema, path: string): JsonSchema | null | undefined {
  let current: JsonSchema | undefined = schema
  for (const key of path === '' ? [] : path.split('.')) {
    const properties: Json | undefined = current['properties']
    if (current['type'] !== 'object' || !isJsonObject(properties)) return undefined
    const next: Json | undefined = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (next === undefined)
      return current['additionalProperties'] === undefined ||
        current['additionalProperties'] === false
        ? null
        : undefined
    if (!isJsonObject(next)) return undefined
    current = next
  }
  return current
}

function checkReturns(
  { report }: CheckContext,
  { id, texts }: NodeFacts,
  writes: readonly string[],
): void {
  for (const text of texts) {
    if (text.kind !== 'code') continue
    for (const { name } of text.script.returns ?? []) {
      if (writes.includes(name)) continue
      const message = `The code returns \`${name}\`, which is not one of the channels it writes`
      report('UNDECLARED_WRITE', { node: id, field: 'writes', name }, message)
    }
  }
}

/** Reports fields that require a conversation channel. */
function checkConversations({ document, report }: CheckContext, facts: NodeFacts): void {
  const { id, node, channelReads } = facts
  const messages = fieldsOfType(node, 'output').flatMap(
    (field) => fieldValue(node, field)?.message ?? [],
  )
  const implicit = facts.writes.filter(({ field }) => field === 'output')
  const places = [
    ...channelReads,
    ...implicit,
    ...messages.map((channel) => ({ channel, field: 'output.message' })),
  ]
  for (const { channel: name, field } of places) {
    const channel: Channel | undefined = Object.hasOwn(document.state, name)
      ? document.state[name]
      : undefined
    if (!channel || channel.type === 'messages') continue
    report(
      'CHANNEL_TYPE',
      { node: id, field, name },
      `\`${name}\` is ${TYPE_WORDS[channel.type]}, not a conversation`,
    )
  }
}
