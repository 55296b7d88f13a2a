import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTokens, splitTokens } from './tokens.ts'

test('splits a text into well-formed tokens that join to the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const tokens = splitTokens(text)

      expect(tokens.join('')).toBe(text)
      expect(tokens).toHaveLength(countTokens(text))
      expect(tokens.every((token) => token.isWellFormed())).toBe(true)
    }),
  )
})

test('takes about four characters of English per token', () => {
  const text =
    'A graph of small steps is easier to trust than one long prompt, since each step reads the state and does one thing.'

  expect(text.length / countTokens(text)).toBeGreaterThan(3.5)
  expect(text.length / countTokens(text)).toBeLessThan(5)
})

test.each([
  ['Hello there', ['Hello', ' there']],
  ['12345', ['123', '45']],
  ['a  b', ['a', '  ', 'b']],
  ['中文😀', ['中', '文', '😀']],
])('splits "%s"', (text, tokens) => {
  expect(splitTokens(text)).toEqual(tokens)
})
