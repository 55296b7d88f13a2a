import type { GraphDocument, GraphNode, JsonSchema, Value } from '@lathe/contract'
import { initialValue, reducerOf } from '../../state/reducers.ts'
import { typeOf } from './types.ts'

/** Whether a channel holds a value of its type whenever a node reads it: nobody may write null to it. */
export function isSure(document: GraphDocument, name: string): boolean {
  const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
  if (!channel || channel.type === 'messages' || typeof reducerOf(channel) === 'object')
    return false
  const initial = initialValue(channel)
  const isThere = initial === undefined ? document.input.includes(name) : initial !== null
  return isThere && Object.values(document.nodes).every((node) => writesNoNull(node, name))
}

function writesNoNull(node: GraphNode, name: string): boolean {
  switch (node.kind) {
    case 'set':
      return !Object.hasOwn(node.values, name) || isValue(node.values[name])
    case 'model':
    case 'agent': {
      const path = node.answer?.writes[name]
      return path === undefined || (!!node.answer && isTyped(partOf(node.answer.schema, path)))
    }
    case 'ask': {
      const path = node.writes?.[name]
      return path === undefined || isTyped(partOf(answerSchema(node.form), path))
    }
    case 'code':
      return !node.writes.includes(name)
    case 'tool':
    case 'retrieve':
      return node.writes !== name
    case 'agent-call':
      return !Object.hasOwn(node.output, name)
    default:
      return true
  }
}

const isValue = (value: Value | undefined): boolean =>
  value !== undefined && ('template' in value || ('value' in value && value.value !== null))

const isTyped = (schema: JsonSchema) => !/\b(unknown|null)\b/.test(typeOf(schema))

/** What a human's answer to a question is. */
export function answerSchema(form: JsonSchema | undefined): JsonSchema {
  const values = form ?? { type: 'object' }
  return {
    type: 'object',
    properties: { decision: { type: 'string' }, values },
    required: ['decision', 'values'],
  }
}

/** The schema of what stands at a dotted path; empty where the schema does not say. */
export function partOf(schema: JsonSchema, path: string): JsonSchema {
  return stepsOf(schema, path).at(-1)?.schema ?? schema
}

/** Every step of a path, with whether the value may lack it. */
export function stepsOf(schema: JsonSchema, path: string) {
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
