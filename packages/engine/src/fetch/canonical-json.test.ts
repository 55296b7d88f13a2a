import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import type { Json } from '@lathe/contract'
import { expect, test } from 'vitest'
import { fingerprint } from './canonical-json.ts'

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

test('is as different as the data', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(fingerprint(a) === fingerprint(b)).toBe(isDeepStrictEqual(plain(a), plain(b)))
    }),
  )
})

test('tells keys that objects treat specially', () => {
  expect(fingerprint(JSON.parse('{"__proto__":1}'))).not.toBe(fingerprint({}))
  expect(fingerprint({ 1: 'a', b: 2 })).toBe(fingerprint(JSON.parse('{"b":2,"1":"a"}')))
})
