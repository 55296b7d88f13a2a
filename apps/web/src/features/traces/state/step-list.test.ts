import { expect, test } from 'vitest'
import { channelChanges } from './step-list.tsx'

test('channelChanges returns only the items appended to a list', () => {
  expect(channelChanges('notes', ['outline'], ['outline', 'A', 2])).toMatchObject([
    { path: 'notes.1', before: undefined, after: 'A' },
    { path: 'notes.2', before: undefined, after: 2 },
  ])
})

test('channelChanges ignores key order when comparing list items', () => {
  expect(channelChanges('notes', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }, 'A'])).toMatchObject([
    { path: 'notes.1', before: undefined, after: 'A' },
  ])
})

test.each([
  ['the start differs', ['a'], ['b', 'a']],
  ['the list shrinks', ['a', 'b'], ['a']],
  ['the old value is missing', undefined, ['a']],
])('channelChanges shows both sides when %s', (_, before, after) => {
  expect(channelChanges('notes', before, after)).toMatchObject([{ path: 'notes', before, after }])
})
