import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { askedJson, canonicalJson, hashDocument } from './hash.ts'

const document = graph({ nodes: { a: set({ topic: 'x' }), b: set({}) }, edges: ['start > a'] })

test('layout, notes and the order of keys do not count', () => {
  const moved = {
    ...document,
    nodes: { b: set({}), a: set({ topic: 'x' }) },
    layout: { a: [1, 2] as [number, number] },
    notes: [{ text: 'hello', at: [0, 0] as [number, number] }],
  }

  expect(hashDocument(moved)).toBe(hashDocument(document))
})

test('any other change counts', () => {
  expect(hashDocument({ ...document, input: [] })).not.toBe(hashDocument(document))
})

test('is the sha256 of the canonical text', () => {
  const { layout: _, notes: __, ...meaning } = document

  expect(hashDocument(document)).toBe(
    createHash('sha256').update(canonicalJson(meaning)).digest('hex'),
  )
})

test('canonical JSON sorts keys and leaves undefined out', () => {
  expect(canonicalJson({ b: [1, { d: null, c: undefined }], a: 'ä' })).toBe(
    '{"a":"ä","b":[1,{"d":null}]}',
  )
})

test('schemas whose properties stand in another order ask something else', () => {
  const schema = (...names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  })

  expect(askedJson(schema('why', 'score'))).not.toBe(askedJson(schema('score', 'why')))
  expect(askedJson({ items: [schema('b', 'a')] })).not.toBe(
    askedJson({ items: [schema('a', 'b')] }),
  )
  expect(askedJson(schema('score', 'why'))).toBe(canonicalJson(schema('score', 'why')))
})
