import { removeChannel } from '@lathe/graph'
import { expect, test } from 'vitest'
import { graph } from '../testing.ts'
import { restoreChannel } from './use-remove-channel.ts'

const before = graph({
  state: { a: { type: 'string' }, b: { type: 'number', reducer: 'sum' }, c: { type: 'string' } },
  input: ['a', 'b', 'c'],
  output: ['c', 'b'],
})

test('a deleted channel comes back in its place, with its ends', () => {
  const restored = restoreChannel(removeChannel(before, 'b'), before, 'b')

  expect(restored).toEqual(before)
  expect(Object.keys(restored.state)).toEqual(['a', 'b', 'c'])
})

test('it leaves alone what was made of the document since', () => {
  const removed = removeChannel(before, 'b')
  const edited = { ...removed, state: { ...removed.state, d: { type: 'boolean' as const } } }

  expect(Object.keys(restoreChannel(edited, before, 'b').state)).toEqual(['a', 'b', 'c', 'd'])
})

test('a channel made since under its name stays', () => {
  const removed = removeChannel(before, 'b')
  const readded = { ...removed, state: { ...removed.state, b: { type: 'string' as const } } }

  expect(restoreChannel(readded, before, 'b')).toBe(readded)
})
