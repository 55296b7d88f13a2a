import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test.each([
  ['Zürich', 'zurich'],
  ['CAFÉ', 'cafe'],
  ['Ångström', 'angstrom'],
  ['Tiếng Việt', 'tieng viet'],
  ['한국어', '한국어'],
  ['ที่', 'ที่'],
  ['plain TEXT', 'plain text'],
])('foldText turns %s into %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})
