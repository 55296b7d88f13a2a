import type { Json, JsonObject } from './recording.ts'

/** Delivery options and the user id do not change what is requested. */
const IGNORED_FIELDS = new Set(['stream', 'stream_options', 'user'])

/** Whether a value is an object and not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a request body without its delivery options. */
export function requestContent(body: Json): Json {
  if (!isObject(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([key]) => !IGNORED_FIELDS.has(key)))
}

/** Returns a request as text that is independent of key order and generated ids. */
export function canonicalRequest(body: Json): string {
  const content = requestContent(body)
  if (!isObject(content)) return canonical(content)
  const { messages, ...rest } = content
  return canonical({
    ...rest,
    ...(messages !== undefined && { messages: withNumberedIds(messages) }),
  })
}

/** Returns JSON with sorted keys at every depth. */
export function canonical(value: Json): string {
  return JSON.stringify(value, (_, item: Json) =>
    isObject(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

/** Replace tool call ids by their order of appearance, so that they still link calls to results. */
function withNumberedIds(messages: Json): Json {
  if (!Array.isArray(messages)) return messages
  const numbers = new Map<Json, string>()
  const numberId = (id: Json = null): string => {
    const number = numbers.get(id) ?? `call ${numbers.size}`
    numbers.set(id, number)
    return number
  }
  return messages.map((message) => {
    if (!isObject(message)) return message
    const { id: _, tool_calls: calls, tool_call_id: answers, ...rest } = message
    return {
      ...rest,
      ...(Array.isArray(calls) && {
        tool_calls: calls.map((call) =>
          isObject(call) ? { ...call, id: numberId(call['id']) } : call,
        ),
      }),
      ...(answers !== undefined && { tool_call_id: numberId(answers) }),
    }
  })
}

/** Parses JSON, or returns the text if it is not JSON. */
export function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

const MAX_DIFFERENCES = 5

/** Characters shown before the first difference. */
const LEAD = 40

/** Lists up to five differences as `path: recorded → now`. */
export function differences(recorded: Json, now: Json): string[] {
  const found: string[] = []
  const compare = (before: Json | undefined, after: Json | undefined, path: string): void => {
    if (JSON.stringify(before) === JSON.stringify(after)) return
    if (Array.isArray(before) && Array.isArray(after)) {
      const length = Math.max(before.length, after.length)
      for (let index = 0; index < length; index++)
        compare(before[index], after[index], `${path}[${index}]`)
    } else if (isObject(before) && isObject(after)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
        compare(before[key], after[key], path === '' ? key : `${path}.${key}`)
    } else {
      const [oldText, is] = trimToDifference(before, after)
      found.push(`${path || 'value'}: ${formatValue(oldText)} → ${formatValue(is)}`)
    }
  }
  compare(recorded, now, '')
  const rest = found.length - MAX_DIFFERENCES
  return rest > 0 ? [...found.slice(0, MAX_DIFFERENCES), `and ${rest} more`] : found
}

/** Cuts two long texts to the part around their first difference. */
function trimToDifference(before: Json | undefined, after: Json | undefined) {
  if (typeof before !== 'string' || typeof after !== 'string') return [before, after]
  let equalCount = 0
  while (equalCount < before.length && before[equalCount] === after[equalCount]) equalCount += 1
  const start = equalCount - LEAD
  return start <= 0 ? [before, after] : [`…${before.slice(start)}`, `…${after.slice(start)}`]
}

function formatValue(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
