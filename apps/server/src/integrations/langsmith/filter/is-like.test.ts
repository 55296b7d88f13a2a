import { expect, test } from 'vitest'
import { isLike } from './is-like.ts'

test.each([
  ['Support agent', 'support%', true],
  ['Support agent', '%AGENT', true],
  ['Support agent', '%port%gent', true],
  ['Support agent', 'agent', false],
  ['abc', 'a_c', true],
  ['abc', 'a_', false],
  ['50 %', '50 %', true],
  ['a.c\nd', 'a.c%d', true],
  ['axc', 'a.c', false],
  ['', '%', true],
  ['', '_', false],
  ['a%b', 'a%b', true],
  ['aab', '%ab', true],
])('%j is like %j: %s', (text, pattern, like) => {
  expect(isLike(text, pattern)).toBe(like)
})

test('no pattern makes it try every way', () => {
  expect(isLike('a'.repeat(20_000), `${'%a'.repeat(30)}b`)).toBe(false)
})
