import { expect, test } from 'vitest'
import { toPhrase, toVector, toVectors } from './lexemes.ts'

test.each([
  ['one two one', "'one':1,3 'two':2"],
  ['Köln, KÖLN!', "'koln':1,2"],
  ['gpt-5-mini', "'gpt':1 '5':2 'mini':3"],
  ['가나다 が', "'가나다':1 'が':2"],
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
  expect(toPhrase({ text: 'a b', isPrefix: true, isLoose: true })).toBe("'a' & 'b':*")
  expect(toPhrase({ text: '?!', isPrefix: true })).toBe('')
})

test('a long phrase is its beginning', () => {
  const text = 'word '.repeat(20_000)
  expect(toPhrase({ text, isPrefix: true })).toBe(Array(50).fill("'word'").join(' <-> '))
})

test('a text is cut by bytes', () => {
  expect(toVectors('가나다 라마바', 20)).toEqual(["'가나다':1", "'라마바':1"])
})
