import { expect, test } from 'vitest'
import { parseFilter } from './parse-filter.ts'
import { searchTerms } from './search-terms.ts'

test.each([
  ['search("no such place")', [['no such place*']]],
  ['and(eq(run_type, "llm"), search(outputs, "far"))', [['far*']]],
  ['and(search("a b"), eq(input_value, "Is it?"))', [['a b*', 'Is it?']]],
  ['or(search("near"), search("far"))', [['near*'], ['far*']]],
  [
    'and(search("x"), or(search("near"), search("far")))',
    [
      ['near*', 'x*'],
      ['far*', 'x*'],
    ],
  ],
  ['or(search("near"), eq(name, "far"))', undefined],
  ['not(search("near"))', undefined],
  ['search(tags, "v7")', undefined],
  ['search("?!")', undefined],
  ['eq(output_value, \'{"a":1}\')', undefined],
  ['eq(input_value, 7)', undefined],
  ['eq(input_value, "True")', undefined],
  ['search("is null")', undefined],
  ['search("nullable")', [['nullable*']]],
  ['eq(input_value, "2026-01-02T03:04:05Z")', undefined],
  ['search("\'a\': 1")', [["'a': 1*"]]],
  ['search(\'"city":"Rome"\')', undefined],
  [String.raw`search('C:\\new')`, undefined],
  ['search("東京")', undefined],
  ['search("カメラ")', undefined],
  ['search("ไทย")', undefined],
  ['search("서울")', [['서울*']]],
  ['neq(input_value, "far")', undefined],
])('wordsIn extracts the search terms of %s', (filter, expected) => {
  const terms = searchTerms(parseFilter(filter))?.map((alternative) =>
    alternative.map(({ text, isPrefix }) => (isPrefix ? `${text}*` : text)),
  )
  expect(terms).toEqual(expected)
})
