import { hash } from 'node:crypto'
import type { Json, JsonObject } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import type { ModelRequest } from './request.ts'

/** sha256 of the canonical text, hex: the same however keys are ordered. */
export const fingerprint = (value: Json): string => hash('sha256', canonicalJson(value), 'hex')

/** How an answer is delivered and for whom: neither changes what is asked. */
const LEFT_OUT = new Set(['stream', 'stream_options', 'user'])

/** What a call asks, without what differs from run to run. */
export function requestFingerprint({
  kind,
  method,
  path,
  json,
}: Pick<ModelRequest, 'path' | 'json'> & { kind: string; method: string }): string {
  if (kind !== 'model' || !isObject(json)) return fingerprint({ method, path, json })
  const requestFields = Object.entries(json).filter(([key]) => !LEFT_OUT.has(key))
  return fingerprint(withoutGeneratedIds(Object.fromEntries(requestFields)))
}

/** Providers make up the ids of tool calls: numbered by appearance they still tie calls to results. */
function withoutGeneratedIds(body: JsonObject): JsonObject {
  const numbers = new Map<string, string>()
  const numbered = (id: Json | undefined): Json => {
    if (typeof id !== 'string') return id ?? null
    const number = numbers.get(id) ?? `call ${numbers.size}`
    numbers.set(id, number)
    return number
  }
  const message = (value: Json): Json => {
    if (!isObject(value)) return value
    const { id: _generated, tool_calls: calls, tool_call_id: answers, ...rest } = value
    return {
      ...rest,
      ...(Array.isArray(calls) && {
        tool_calls: calls.map((call) =>
          isObject(call) ? { ...call, id: numbered(call['id']) } : call,
        ),
      }),
      ...(answers !== undefined && { tool_call_id: numbered(answers) }),
    }
  }
  // Of the Responses API. The same thoughts are encrypted anew each time.
  const item = (value: Json): Json => {
    if (!isObject(value)) return value
    const { id: _generated, encrypted_content: _thoughts, call_id: call, ...rest } = value
    return { ...rest, ...(call !== undefined && { call_id: numbered(call) }) }
  }
  const { messages, input } = body
  if (Array.isArray(messages)) return { ...body, messages: messages.map(message) }
  return Array.isArray(input) ? { ...body, input: input.map(item) } : body
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
