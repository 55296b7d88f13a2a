import type { Json, JsonObject } from './tape.ts'

/** How an answer is delivered and for whom: neither changes what is asked. */
const LEFT_OUT = new Set(['stream', 'stream_options', 'user'])

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of a request what is asked for. */
export function askedIn(body: Json): Json {
  if (!isObject(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([key]) => !LEFT_OUT.has(key)))
}

/** What is asked, as text that is the same however keys are ordered and whatever ids were generated. */
export function canonicalRequest(body: Json): string {
  const asked = askedIn(body)
  if (!isObject(asked)) return canonical(asked)
  const { messages, ...rest } = asked
  return canonical({ ...rest, ...(messages !== undefined && { messages: numbered(messages) }) })
}

/** Keys in order, at every depth. */
export function canonical(value: Json): string {
  return JSON.stringify(value, (_, item: Json) =>
    isObject(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

/** Ids of tool calls are numbered by appearance, so that they still tie calls to results. */
function numbered(messages: Json): Json {
  if (!Array.isArray(messages)) return messages
  const numbers = new Map<Json, string>()
  const numberOf = (id: Json = null): string => {
    const known = numbers.get(id) ?? `call ${numbers.size}`
    numbers.set(id, known)
    return known
  }
  return messages.map((message) => {
    if (!isObject(message)) return message
    const { id: _, tool_calls: calls, tool_call_id: answers, ...rest } = message
    return {
      ...rest,
      ...(Array.isArray(calls) && {
        tool_calls: calls.map((call) =>
          isObject(call) ? { ...call, id: numberOf(call['id']) } : call,
        ),
      }),
      ...(answers !== undefined && { tool_call_id: numberOf(answers) }),
    }
  })
}
