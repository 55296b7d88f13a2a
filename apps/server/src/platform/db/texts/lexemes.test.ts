import { expect, test } from 'vitest'
import { formatPhrase } from './lexemes.ts'

test('a phrase keeps the order of words, and only its last word is a prefix', () => {
  expect(formatPhrase({ text: 'Such Ware', isPrefix: true })).toBe("'such' <-> 'ware':*")
  expect(formatPhrase({ text: 'a b', isPrefix: true, isLoose: true })).toBe("'a' & 'b':*")
  expect(formatPhrase({ text: '?!', isPrefix: true })).toBe('')
})

test('a long phrase is cut to 50 words', () => {
  const text = 'word '.repeat(20_000)
  expect(formatPhrase({ text, isPrefix: true })).toBe(Array(50).fill("'word'").join(' <-> '))
})
