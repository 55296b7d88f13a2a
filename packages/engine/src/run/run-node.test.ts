import { expect, test } from 'vitest'
import { graph, modelNode } from '../testing/documents.ts'
import { describeElement } from './run-node.ts'

const document = graph({
  state: { items: { type: 'array' } },
  nodes: { search: modelNode('{{item}}') },
  edges: [{ from: 'start', to: 'search', each: { of: 'items', as: 'item' } }, 'search > end'],
})

test.each([
  ['a text', 'the  tides\nof spring', 'the tides of spring'],
  ['an object', { city: 'Brest' }, '{"city":"Brest"}'],
  ['nothing', null, 'null'],
])('%s is one line', (_, item, line) => {
  expect(describeElement(document, 'search', { items: [], item })).toBe(line)
})

test('a long label is truncated', () => {
  const line = describeElement(document, 'search', { item: 'x'.repeat(500) })

  expect(line).toHaveLength(80)
  expect(line).toMatch(/x…$/)
})

test('a node outside a fan-out has no label', () => {
  expect(describeElement(document, 'end', { item: 'x' })).toBeUndefined()
  expect(describeElement(document, 'search', {})).toBeUndefined()
})
