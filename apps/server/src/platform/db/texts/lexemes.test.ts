import { expect, test } from 'vitest'
import { formatPhrase } from './lexemes.ts'

test('words follow each other, and only the last may go on', () => {
  expect(formatPhrase({ text: 'Such Ware', isPrefix: true })).toBe("'such' <-> 'ware':*")
  expect(formatPhrase({ text: 'a b', isPrefix: true, isLoose: true })).toBe("'a' & 'b':*")
  expect(formatPhrase({ text: '?!', isPrefix: true })).toBe('')
})

test('a long phrase is its beginning', () => {
  const text = 'word '.repeat(20_000)
  expect(formatPhrase({ text, isPrefix: true })).toBe(Array(50).fill("'word'").join(' <-> '))
})
