import type { Json, JsonObject } from '@lathe/contract'
import { isObject, textOf } from '../../fields.ts'
import { parsed } from '../attributes.ts'

/** Mastra says what went in and out below the type of its span: `mastra.agent_run.input`. */
export function mastraSaid(attributes: JsonObject, side: 'input' | 'output'): Json | undefined {
  const type = textOf(attributes['mastra.span.type'])
  return type === undefined ? undefined : parsed(attributes[`mastra.${type}.${side}`])
}

/** What a model or an agent gave: its words, and the tools it asked for. */
export function mastraAnswer(attributes: JsonObject): JsonObject[] {
  const given = mastraSaid(attributes, 'output')
  if (!isObject(given) || !ANSWERS.has(attributes['mastra.span.type'])) return []
  const calls = (Array.isArray(given['toolCalls']) ? given['toolCalls'] : []).filter(isObject)
  const text = textOf(given['text'])
  if (text === undefined && calls.length === 0) return []
  return [{ role: 'assistant', content: text ?? '', tool_calls: calls.map(toCall) }]
}

const ANSWERS = new Set<Json | undefined>(['agent_run', 'model_generation', 'model_step'])

const toCall = ({ toolCallId, toolName, args }: JsonObject): JsonObject => ({
  id: toolCallId ?? '',
  name: toolName ?? '',
  args: args ?? {},
})
