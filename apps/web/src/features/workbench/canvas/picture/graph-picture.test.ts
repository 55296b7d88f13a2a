import { expect, test } from 'vitest'
import { fitText } from './graph-picture.tsx'

const measure = (text: string) => text.length

test.each([
  ['short', 10, 2, ['short']],
  ['two words more', 9, 2, ['two words', 'more']],
  ['two words and many more', 9, 2, ['two words', 'and many…']],
  ['a-word-longer-than-it-all', 8, 1, ['a-word-…']],
  ['first\nsecond', 20, 9, ['first', 'second']],
  ['', 8, 2, ['']],
])('fits %j into lines of %d, at most %d', (text, width, maxLines, lines) => {
  expect(fitText(text, width, maxLines, measure)).toEqual(lines)
})
