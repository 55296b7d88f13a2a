import { expect, test } from 'vitest'
import { graph } from '../../testing.ts'
import { firstInputs, testSchema } from './node-test.tsx'

const document = graph({
  state: {
    topic: { type: 'string' },
    items: { type: 'array', default: ['a'] },
    unread: { type: 'string' },
  },
  nodes: {
    each: { kind: 'set', values: { topic: { template: '{{item.name}} {{topic}} {{items}}' } } },
  },
  edges: [
    { from: 'start', to: 'each', each: { of: 'items', as: 'item' } },
    { from: 'each', to: 'end' },
  ],
})

test('a test form has fields for the channels a node reads and for its fan-out element', () => {
  const schema = testSchema(document, 'each', { item: { name: 'x' } })

  expect(Object.keys(schema['properties'] ?? {}).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'item',
    'items',
    'topic',
  ])
  expect(schema).toMatchObject({ properties: { item: { type: 'object' } }, required: [] })
})

test('a test form starts with the values of the visit', () => {
  const schema = testSchema(document, 'each', undefined)
  const visitValues = { topic: 'tides', item: 1, items: null, unread: 'x' }

  expect(firstInputs(document, schema, visitValues, {})).toEqual({ topic: 'tides', item: 1 })
})

test('a test form starts with the example and the channel defaults before any run', () => {
  const schema = testSchema(document, 'each', undefined)

  expect(firstInputs(document, schema, undefined, { topic: 'winds' })).toEqual({
    topic: 'winds',
    items: ['a'],
  })
})
