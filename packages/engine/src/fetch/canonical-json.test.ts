import * as fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '@lathe/contract'
import { expect, test } from 'vitest'
import { canonicalJson, fingerprint } from './canonical-json.ts'

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
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))
    }),
  )
})

test('reads back as what it was', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
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

test('leaves out what JSON leaves out', () => {
  expect(canonicalJson({ b: undefined, a: [undefined, 1] })).toBe('{"a":[null,1]}')
  expect(canonicalJson(undefined)).toBe('null')
  expect(canonicalJson(JSON.parse('{"z":1,"__proto__":2}'))).toBe('{"__proto__":2,"z":1}')
})
