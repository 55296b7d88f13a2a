import { removeChannel } from '@lathe/graph'
import { expect, test } from 'vitest'
import { graph } from '../testing.ts'
import { restoreChannel } from './use-remove-channel.ts'

const before = graph({
  state: { a: { type: 'string' }, b: { type: 'number', reducer: 'sum' }, c: { type: 'string' } },
  input: ['a', 'b', 'c'],
  output: ['c', 'b'],
})

test('a restored channel returns to its position with its input and output', () => {
  const restoredDocument = restoreChannel(removeChannel(before, 'b'), before, 'b')

  expect(restoredDocument).toEqual(before)
  expect(Object.keys(restoredDocument.state)).toEqual(['a', 'b', 'c'])
})

test('restoring a channel keeps later edits', () => {
  const withoutChannel = removeChannel(before, 'b')
  const edited = {
    ...withoutChannel,
    state: { ...withoutChannel.state, d: { type: 'boolean' as const } },
  }

  expect(Object.keys(restoreChannel(edited, before, 'b').state)).toEqual(['a', 'b', 'c', 'd'])
})

test('restoring keeps a new channel of the same name', () => {
  const withoutChannel = removeChannel(before, 'b')
  const withNewChannel = {
    ...withoutChannel,
    state: { ...withoutChannel.state, b: { type: 'string' as const } },
  }

  expect(restoreChannel(withNewChannel, before, 'b')).toBe(withNewChannel)
})
