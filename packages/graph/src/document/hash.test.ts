import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { orderedJson, canonicalJson, hashDocument } from './hash.ts'

const document = graph({ nodes: { a: set({ topic: 'x' }), b: set({}) }, edges: ['start > a'] })

test('hashDocument ignores layout, notes and the order of keys', () => {
  const moved = {
    ...document,
    nodes: { b: set({}), a: set({ topic: 'x' }) },
    layout: { a: [1, 2] as [number, number] },
    notes: [{ text: 'hello', at: [0, 0] as [number, number] }],
  }

  expect(hashDocument(moved)).toBe(hashDocument(document))
})

test('hashDocument reflects any other change', () => {
  expect(hashDocument({ ...document, input: [] })).not.toBe(hashDocument(document))
})

test('hashDocument returns the sha256 of the canonical text', () => {
  const { layout: _, notes: __, ...meaning } = document

  expect(hashDocument(document)).toBe(
    createHash('sha256').update(canonicalJson(meaning)).digest('hex'),
  )
})

test('canonicalJson sorts keys and omits undefined values', () => {
  expect(canonicalJson({ b: [1, { d: null, c: undefined }], a: 'ä' })).toBe(
    '{"a":"ä","b":[1,{"d":null}]}',
  )
})

test('the order of schema properties changes the hash', () => {
  const schema = (...names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  })

  expect(orderedJson(schema('why', 'score'))).not.toBe(orderedJson(schema('score', 'why')))
  expect(orderedJson({ items: [schema('b', 'a')] })).not.toBe(
    orderedJson({ items: [schema('a', 'b')] }),
  )
  expect(orderedJson(schema('score', 'why'))).toBe(canonicalJson(schema('score', 'why')))
})
