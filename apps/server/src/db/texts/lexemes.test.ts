import { expect, test } from 'vitest'
import { toPhrase, toVector } from './lexemes.ts'

test.each([
  ['one two one', "'one':1,3 'two':2"],
  ['Köln, KÖLN!', "'koln':1,2"],
  ['gpt-5-mini', "'gpt':1 '5':2 'mini':3"],
  ["it's \\ <b>'bold'</b>", "'it':1 's':2 'b':3,5 'bold':4"],
  ['  \0 \ud800 ', ''],
])('%j is told apart as %j', (text, vector) => {
  expect(toVector(text)).toBe(vector)
})

test('a word that is too long is found by its beginning, in both', () => {
  const word = '漢'.repeat(800)
  const kept = '漢'.repeat(500)

  expect(toVector(word)).toBe(`'${kept}':1`)
  expect(toPhrase({ text: word, isPrefix: false })).toBe(`'${kept}'`)
})

test('words follow each other, and only the last may go on', () => {
  expect(toPhrase({ text: 'Such Ware', isPrefix: true })).toBe("'such' <-> 'ware':*")
  expect(toPhrase({ text: '?!', isPrefix: true })).toBe('')
})
