import { expect, test } from 'vitest'
import { phraseMatcher } from './phrase-matcher.ts'
import { textOf } from './span-text.ts'

test.each([
  ['refund', 'no Refunds today', true],
  ['refund', 'a prerefund', false],
  ['refund pol', 'the refund: policy', true],
  ['refund pol', 'refunds policy', false],
  ['refund pol', 'refund no policy', false],
  ['kol', 'nach Köln', true],
  ['怎么', '今天怎么样', true],
  ['么怎', '今天怎么样', false],
  ['a.b', 'a (b)', true],
  ['01', 'x01 0123', true],
  ['b', 'กัb', true],
])('the phrase %j matches %j: %s', (phrase, text, isMatch) => {
  expect(phraseMatcher(phrase)?.(textOf([text]))).toBe(isMatch)
})

test.each(['?! *', 'कि', 'άλφα', 'word '.repeat(21)])(
  'leaves the phrase %j to the index',
  (phrase) => {
    expect(phraseMatcher(phrase)).toBeUndefined()
  },
)
