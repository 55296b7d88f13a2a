import type { Json, JsonObject } from '@lathe/contract'
import { isObject, listOf } from '../fields.ts'

/**
 * OpenTelemetry's messages may hold what several tools gave back, an agent's even beside what it says: what was asked
 * for, each answer and what was said then become messages of their own, in this order.
 */
export function answersApart(message: Json): Json[] {
  const parts = listOf(isObject(message) ? message['parts'] : undefined).filter(isObject)
  const answers = parts.filter(isAnswer)
  const others = parts.filter((part) => !isAnswer(part))
  if (!isObject(message) || answers.length === 0) return [message]
  if (parts.length === 1) return [{ ...message, role: 'tool' }]
  const asks = others.some(isCall) ? others.filter(isCallOrThought) : []
  const says = others.filter((part) => !asks.includes(part))
  const of = (some: JsonObject[]): Json[] => (some.length > 0 ? [{ ...message, parts: some }] : [])
  return [...of(asks), ...answers.map((part) => ({ role: 'tool', parts: [part] })), ...of(says)]
}

const isAnswer = ({ type }: JsonObject) => type === 'tool_call_response'
const isCall = ({ type }: JsonObject) => type === 'tool_call'
const isCallOrThought = (part: JsonObject) =>
  isCall(part) || part['type'] === 'reasoning' || part['type'] === 'thinking'
