import { isObject } from '../canonical.ts'
import { jsonOrText } from '../json-or-text.ts'
import type { Json, JsonObject } from '../tape.ts'

/** What came over the wire as one piece: of a stream of chunks the completion they make up. */
export function wholeAnswer(text: string): Json {
  const events = text
    .split('\n')
    .filter((line) => line.startsWith('data:') && !line.includes('[DONE]'))
    .map((line) => jsonOrText(line.slice('data:'.length)))
    .filter(isObject)
  if (events.length === 0) return jsonOrText(text)
  const whole: JsonObject = {}
  const message: JsonObject = { role: 'assistant', content: null }
  let finish: Json = null
  for (const { choices, usage, ...rest } of events) {
    Object.assign(whole, rest, usage != null && { usage })
    const [choice] = Array.isArray(choices) ? choices.filter(isObject) : []
    if (choice) add(message, choice['delta'] ?? null)
    finish = choice?.['finish_reason'] ?? finish
  }
  return {
    ...whole,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
  }
}

function add(message: JsonObject, delta: Json): void {
  if (!isObject(delta)) return
  for (const [key, value] of Object.entries(delta)) {
    if (key === 'tool_calls' && Array.isArray(value)) addCalls(message, value)
    else if (typeof value === 'string' && key !== 'role')
      message[key] = textOf(message[key]) + value
  }
}

function addCalls(message: JsonObject, parts: Json[]): void {
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : []
  message['tool_calls'] = calls
  for (const part of parts.filter(isObject)) {
    const { index, function: given, ...rest } = part
    const at = isPlace(index) ? index : calls.length
    const call = isObject(calls[at])
      ? calls[at]
      : { type: 'function', function: { name: '', arguments: '' } }
    calls[at] = call
    Object.assign(call, rest)
    if (!isObject(given) || !isObject(call['function'])) continue
    const known = call['function']
    known['name'] = textOf(known['name']) + textOf(given['name'])
    known['arguments'] = textOf(known['arguments']) + textOf(given['arguments'])
  }
}

/** No model calls so many tools at once: one far away would leave a list of nothing up to it. */
const MOST_CALLS = 1_000

const isPlace = (index: Json | undefined): index is number =>
  Number.isInteger(index) && Number(index) >= 0 && Number(index) < MOST_CALLS

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
