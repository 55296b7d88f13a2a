import { expect, test } from 'vitest'
import { tokenIn } from './token-in.ts'

test.each([
  ['abc_DEF-123', 'abc_DEF-123'],
  ['  abc ', 'abc'],
  ['http://127.0.0.1:4747/?token=abc', 'abc'],
  ['Lathe ready: http://127.0.0.1:4747/?token=a%2Bb', 'a+b'],
  ['http://127.0.0.1:4747/?x=1&token=abc&y=2', 'abc'],
  ['', undefined],
  ['http://127.0.0.1:4747/', undefined],
  ['http://127.0.0.1:4747/?token=%zz', undefined],
  ['two words', undefined],
])('finds the token in %o: %o', (text, token) => {
  expect(tokenIn(text)).toBe(token)
})
