import { expect, test } from 'vitest'
import { channelChanges } from './step-list.tsx'

test('of a list that was appended to, what was appended is told', () => {
  expect(channelChanges('notes', ['outline'], ['outline', 'A', 2])).toMatchObject([
    { path: 'notes.1', before: undefined, after: 'A' },
    { path: 'notes.2', before: undefined, after: 2 },
  ])
})

test('what was appended to a list whose keys were ordered anew is told as well', () => {
  expect(channelChanges('notes', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }, 'A'])).toMatchObject([
    { path: 'notes.1', before: undefined, after: 'A' },
  ])
})

test.each([
  ['of another list both', ['a'], ['b', 'a']],
  ['of a shorter one both', ['a', 'b'], ['a']],
  ['of what was none both', undefined, ['a']],
])('%s sides', (_, before, after) => {
  expect(channelChanges('notes', before, after)).toMatchObject([{ path: 'notes', before, after }])
})
