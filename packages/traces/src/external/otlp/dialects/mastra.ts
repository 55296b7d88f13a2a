import type { Json, JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { nonEmptyText } from '../../fields.ts'
import { parseJsonText } from '../attributes.ts'

/** Mastra's attributes contain the span type: `mastra.agent_run.input`. */
export function mastraPayload(attributes: JsonObject, side: 'input' | 'output'): Json | undefined {
  const type = nonEmptyText(attributes['mastra.span.type'])
  return type === undefined ? undefined : parseJsonText(attributes[`mastra.${type}.${side}`])
}

/** Returns the answer of a model or agent: its text and tool calls. */
export function mastraAnswer(attributes: JsonObject): JsonObject[] {
  const output = mastraPayload(attributes, 'output')
  if (!isJsonObject(output) || !ANSWERS.has(attributes['mastra.span.type'])) return []
  const calls = (Array.isArray(output['toolCalls']) ? output['toolCalls'] : []).filter(isJsonObject)
  const text = nonEmptyText(output['text'])
  if (text === undefined && calls.length === 0) return []
  return [{ role: 'assistant', content: text ?? '', tool_calls: calls.map(toCall) }]
}

const ANSWERS = new Set<Json | undefined>(['agent_run', 'model_generation', 'model_step'])

const toCall = ({ toolCallId, toolName, args }: JsonObject): JsonObject => ({
  id: toolCallId ?? '',
  name: toolName ?? '',
  args: args ?? {},
})
