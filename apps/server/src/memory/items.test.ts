import { expect, test } from 'vitest'
import { matchesFilter } from './items.ts'

test('field filters compare objects in any key order', () => {
  const value = { seen: [{ at: 1, by: 'Ada' }] }

  expect(matchesFilter(value, { seen: [{ by: 'Ada', at: 1 }] })).toBe(true)
  expect(matchesFilter(value, { seen: { $ne: [{ by: 'Ada', at: 1 }] } })).toBe(false)
  expect(matchesFilter(value, { seen: [{ by: 'Ada', at: 2 }] })).toBe(false)
})
