import type { GraphDocument, GraphNode, Json, JsonSchema, Value } from '@lathe/contract'
import { fieldsOfType, fieldValue, kindDefinition, type AnyField } from '@lathe/nodes'
import { initialValue, channelReducer } from '../../state/reducers.ts'
import { typeOf } from './types.ts'

/** Whether a channel always has a value of its type: no node writes null or an unknown type. */
export function isSure(document: GraphDocument, name: string): boolean {
  const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
  if (!channel || channel.type === 'messages' || typeof channelReducer(channel) === 'object')
    return false
  const initial = initialValue(channel)
  const isThere = initial === undefined ? document.input.includes(name) : initial !== null
  return isThere && writtenSchemas(document, name).every((schema) => schema && isTyped(schema))
}

/** The schemas of all writes to a channel; null for a write whose type is not known. */
export function writtenSchemas(document: GraphDocument, name: string): (JsonSchema | null)[] {
  return Object.values(document.nodes).flatMap((node) => writtenBy(node, name))
}

function writtenBy(node: GraphNode, name: string): (JsonSchema | null)[] {
  return kindDefinition(node.kind).fields.flatMap((field) => writtenByField(node, field, name))
}

function writtenByField(node: GraphNode, field: AnyField, name: string): (JsonSchema | null)[] {
  switch (field.type) {
    case 'channel-values': {
      const values = fieldValue(node, field) ?? {}
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      return value ? [valueSchema(value)] : []
    }
    case 'answer': {
      const answer = fieldValue(node, field)
      const path = answer?.writes[name]
      return answer && path !== undefined ? [partOf(answer.schema, path)] : []
    }
    case 'output': {
      const { text, message } = fieldValue(node, field) ?? {}
      return [...(text === name ? [{ type: 'string' }] : []), ...(message === name ? [null] : [])]
    }
    case 'answer-paths': {
      const path = fieldValue(node, field)?.[name]
      const [form] = fieldsOfType(node, 'form-schema').map((schema) => fieldValue(node, schema))
      return path === undefined ? [] : [partOf(answerSchema(form), path)]
    }
    case 'channels':
      return fieldValue(node, field)?.includes(name) ? [null] : []
    case 'channel':
      return field.role !== 'read' && fieldValue(node, field) === name ? [null] : []
    case 'agent-output':
      return Object.hasOwn(fieldValue(node, field) ?? {}, name) ? [null] : []
    default:
      return []
  }
}

function valueSchema(value: Value): JsonSchema | null {
  if ('template' in value) return { type: 'string' }
  return 'value' in value ? literalSchema(value.value) : null
}

const isTyped = (schema: JsonSchema) => !/\b(unknown|null)\b/.test(typeOf(schema))

export function literalSchema(value: Json): JsonSchema {
  if (Array.isArray(value)) {
    const [first] = value
    const isUniform = value.every((item) => typeof item === typeof first && !Array.isArray(item))
    const items = first === undefined ? { enum: [''] } : literalSchema(first)
    return { type: 'array', items: isUniform ? widened(items) : {} }
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, item]) => [name, literalSchema(item)])
    const properties: JsonSchema = Object.fromEntries(entries)
    return { type: 'object', properties, required: Object.keys(properties) }
  }
  return { const: value }
}

/** Widens the schema of one element to that of all elements: the type instead of the value. */
function widened(schema: JsonSchema): JsonSchema {
  if (!('const' in schema) || schema['const'] === null) return {}
  return { type: typeof schema['const'] }
}

/** The schema of an answer to a question. */
export function answerSchema(form: JsonSchema | undefined): JsonSchema {
  const values = form ?? { type: 'object' }
  return {
    type: 'object',
    properties: { decision: { type: 'string' }, values },
    required: ['decision', 'values'],
  }
}

/** The schema at a dotted path; empty if the schema does not define it. */
export function partOf(schema: JsonSchema, path: string): JsonSchema {
  return pathSteps(schema, path).at(-1)?.schema ?? schema
}

/** The steps of a path, each with its schema and whether it is required. */
export function pathSteps(schema: JsonSchema, path: string) {
  const steps: { name: string; schema: JsonSchema; isRequired: boolean }[] = []
  let current = schema
  for (const name of path === '' ? [] : path.split('.')) {
    const { properties, required } = current
    const members = (properties ?? {}) as Record<string, JsonSchema>
    const isRequired = Array.isArray(required) && required.includes(name)
    current = Object.hasOwn(members, name) ? (members[name] ?? {}) : {}
    steps.push({ name, schema: current, isRequired: isRequired && Object.hasOwn(members, name) })
  }
  return steps
}
