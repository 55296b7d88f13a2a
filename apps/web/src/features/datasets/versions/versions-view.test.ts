import { expect, test } from 'vitest'
import { countsText } from './versions-view.tsx'

test.each([
  [{ added: 10_000, changed: 0, removed: 0 }, '10,000 added'],
  [{ added: 1, changed: 2, removed: 3 }, '1 added, 2 changed, 3 removed'],
  [{ added: 0, changed: 0, removed: 0 }, 'nothing changed'],
])('formats %o as %s', (counts, text) => {
  expect(countsText(counts)).toBe(text)
})
