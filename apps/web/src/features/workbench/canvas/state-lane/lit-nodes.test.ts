import { expect, test } from 'vitest'
import { channelNodeUses, selectionUse } from './lit-nodes.ts'

const uses = { writers: ['start', 'plan'], readers: ['plan', 'write'] }

test('a channel highlights its writers and readers', () => {
  expect(channelNodeUses(uses)).toEqual({ start: 'writes', plan: 'reads, writes', write: 'reads' })
})

test.each([
  [['start'], 'writes'],
  [['write'], 'reads'],
  [['start', 'write'], 'reads, writes'],
  [['other'], undefined],
  [[], undefined],
])('the nodes %j highlight it as %s', (nodes, use) => {
  expect(selectionUse(uses, nodes)).toBe(use)
})
