import { expect, test } from 'vitest'
import { isSplitDataUrl } from './split-data-url.ts'

test.each([
  [['data:image/png;base64', 'AAAA']],
  [['What?', ' data:image/svg+xml;charset=utf-8;base64', 'AA==', 'so']],
  [['data:image/png', 'base64,AAAA']],
])('isSplitDataUrl recognizes %j', (cells) => {
  expect(isSplitDataUrl(cells)).toBe(true)
})

test.each([
  [['data:image/png;base64,AAAA', 'What?']],
  [['data:image/png;base64', 'is how they begin.']],
  [['data:image/png;base64']],
  [['data: 3', 'AAAA']],
])('isSplitDataUrl rejects %j', (cells) => {
  expect(isSplitDataUrl(cells)).toBe(false)
})
