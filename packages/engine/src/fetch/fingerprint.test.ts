import { isDeepStrictEqual } from 'node:util'
import type { Json } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatRequest, connectionTo } from '../testing/model-access.ts'
import { fingerprint, requestFingerprint } from './fingerprint.ts'

const json = fc.jsonValue() as fc.Arbitrary<Json>

const plain = (value: Json): unknown => JSON.parse(JSON.stringify(value))

function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [key, shuffled(part)] as const)
  return Object.fromEntries(entries.toReversed())
}

test('does not depend on the order of keys, at any depth', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(fingerprint(shuffled(value))).toBe(fingerprint(value))
    }),
  )
})

test('differs for different data', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(fingerprint(a) === fingerprint(b)).toBe(isDeepStrictEqual(plain(a), plain(b)))
    }),
  )
})

test('distinguishes keys with a special meaning in objects', () => {
  expect(fingerprint(JSON.parse('{"__proto__":1}'))).not.toBe(fingerprint({}))
  expect(fingerprint({ 1: 'a', b: 2 })).toBe(fingerprint(JSON.parse('{"b":2,"1":"a"}')))
})

const of = (json: Json) =>
  requestFingerprint(chatRequest(connectionTo('http://127.0.0.1:1'), { json }))

const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], temperature: 0 }

test('returns the same fingerprint for streamed and whole answers', () => {
  expect(of({ ...body, stream: true, stream_options: { include_usage: true } })).toBe(of(body))
  expect(of({ ...body, user: 'u1' })).toBe(of(body))
})

test('ignores the ids of messages and tool calls in the fingerprint', () => {
  const turn = (id: string, call: string): Json => ({
    ...body,
    messages: [
      { role: 'user', content: 'hi', id },
      { role: 'assistant', tool_calls: [{ id: call, type: 'function', function: { name: 'f' } }] },
      { role: 'tool', tool_call_id: call, content: '1' },
    ],
  })

  expect(of(turn('a', 'call_1'))).toBe(of(turn('b', 'call_2')))
})

test('depends on which call a result belongs to', () => {
  const answered = (first: string, second: string): Json => ({
    messages: [
      { role: 'assistant', tool_calls: [{ id: 'a' }, { id: 'b' }] },
      { role: 'tool', tool_call_id: first, content: 'one' },
      { role: 'tool', tool_call_id: second, content: 'two' },
    ],
  })

  expect(of(answered('a', 'b'))).not.toBe(of(answered('b', 'a')))
})

test.each<[string, Json]>([
  ['another message', { ...body, messages: [{ role: 'user', content: 'ho' }] }],
  ['another model', { ...body, model: 'n' }],
  ['another parameter', { ...body, temperature: 1 }],
  ['tools', { ...body, tools: [{ type: 'function', function: { name: 'f' } }] }],
])('differs for %s', (_, other) => {
  expect(of(other)).not.toBe(of(body))
})
