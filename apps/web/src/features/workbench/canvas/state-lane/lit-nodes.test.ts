import { expect, test } from 'vitest'
import { channelNodeUses, selectionUse } from './lit-nodes.ts'

const uses = { writers: ['start', 'plan'], readers: ['plan', 'write'] }

test('a channel lights who writes and who reads it, each with what it does', () => {
  expect(channelNodeUses(uses)).toEqual({ start: 'writes', plan: 'reads, writes', write: 'reads' })
})

test.each([
  [['start'], 'writes'],
  [['write'], 'reads'],
  [['start', 'write'], 'reads, writes'],
  [['other'], undefined],
  [[], undefined],
])('the nodes %j light it as one that it %s', (nodes, use) => {
  expect(selectionUse(uses, nodes)).toBe(use)
})
