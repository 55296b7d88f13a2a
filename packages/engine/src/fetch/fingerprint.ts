import { hash } from 'node:crypto'
import { type Json, type JsonObject, isJsonObject } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import type { ModelRequest } from './request.ts'

/** Returns the SHA-256 of a value's canonical JSON in hex, which is independent of key order. */
export const fingerprint = (value: Json): string => hash('sha256', canonicalJson(value), 'hex')

/** Delivery options and the user id do not change what is requested. */
const LEFT_OUT = new Set(['stream', 'stream_options', 'user'])

/** Returns the fingerprint of a request, without parts that differ between runs. */
export function requestFingerprint({
  kind,
  method,
  path,
  json,
}: Pick<ModelRequest, 'path' | 'json'> & { kind: string; method: string }): string {
  if (kind !== 'model' || !isJsonObject(json)) return fingerprint({ method, path, json })
  const requestFields = Object.entries(json).filter(([key]) => !LEFT_OUT.has(key))
  return fingerprint(withoutGeneratedIds(Object.fromEntries(requestFields)))
}

/**
 * Providers generate the ids of tool calls. Numbered by appearance, they still link calls to
 * results.
 */
function withoutGeneratedIds(body: JsonObject): JsonObject {
  const numbers = new Map<string, string>()
  const numbered = (id: Json | undefined): Json => {
    if (typeof id !== 'string') return id ?? null
    const number = numbers.get(id) ?? `call ${numbers.size}`
    numbers.set(id, number)
    return number
  }
  const message = (value: Json): Json => {
    if (!isJsonObject(value)) return value
    const { id: _generatedId, tool_calls: calls, tool_call_id: answers, ...rest } = value
    return {
      ...rest,
      ...(Array.isArray(calls) && {
        tool_calls: calls.map((call) =>
          isJsonObject(call) ? { ...call, id: numbered(call['id']) } : call,
        ),
      }),
      ...(answers !== undefined && { tool_call_id: numbered(answers) }),
    }
  }
  // Items of the Responses API. The same reasoning is encrypted differently each time.
  const item = (value: Json): Json => {
    if (!isJsonObject(value)) return value
    const {
      id: _generatedId,
      encrypted_content: _encryptedReasoning,
      call_id: call,
      ...rest
    } = value
    return { ...rest, ...(call !== undefined && { call_id: numbered(call) }) }
  }
  const { messages, input } = body
  if (Array.isArray(messages)) return { ...body, messages: messages.map(message) }
  return Array.isArray(input) ? { ...body, input: input.map(item) } : body
}
