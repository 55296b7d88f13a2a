import { expect, test } from 'vitest'
import { listChanges } from './list-changes.ts'

test.each([
  ['abc', 'abc', '', 'a b c'],
  ['abc', 'cab', '', 'c<3 a b'],
  ['ab', 'ba', '', 'b a<1'],
  ['abc', 'ac', 'b', 'a c'],
  ['ab', 'axb', '', 'a x+ b'],
  ['ab', 'bx', 'a', 'b x+'],
  ['aab', 'aba', '', 'a b a<2'],
  ['a', 'aa', '', 'a a+'],
])('listChanges from %j to %j finds %j removed and %j present', (before, after, gone, now) => {
  const found = listChanges(before.split(''), after.split(''))
  const mark = { same: '', added: '+', moved: '<' }

  expect(found.removedItems.join('')).toBe(gone)
  expect(
    found.now
      .map(({ item, change, was }) =>
        change === 'moved' ? `${item}<${(was ?? 0) + 1}` : `${item}${mark[change]}`,
      )
      .join(' '),
  ).toBe(now)
})
