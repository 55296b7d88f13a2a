import { expect, test } from 'vitest'
import { widthFor } from './trace-columns.tsx'

test.each([
  [['support-bot · LangSmith', 'a'], '185px'],
  [[], '96px'],
  [['thumbs'], '96px'],
  [['x'.repeat(500)], '240px'],
])('widthFor(%j) is %s', (texts, width) => {
  expect(widthFor(texts, 96, 240)).toBe(width)
})
