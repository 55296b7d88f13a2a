import { expect, test } from 'vitest'
import { formatDollars, formatExactDollars } from './dollars.ts'

test.each([
  [9_750_000, '$0.0098'],
  [4_850_000, '$0.0049'],
  [1_005_000_000, '$1.01'],
  [-9_750_000, '-$0.0098'],
  [995_000_000, '$1.00'],
  [99_500_000, '$0.10'],
  [95_000_000, '$0.095'],
  [2_437.5, '$0.0000024'],
  [1e-7, '$0.0000000000000001'],
  [0, '$0'],
])('formatDollars rounds halves of %d nano-dollars up: %s', (nanos, shown) => {
  expect(formatDollars(nanos)).toBe(shown)
})

test.each([
  [9_750_000, '$0.00975'],
  [12_000_000_000, '$12.00'],
  [999_999_123_456_789n, '$999,999.123456789'],
  [-1, '-$0.000000001'],
])('formatExactDollars keeps every digit of %s nano-dollars: %s', (nanos, shown) => {
  expect(formatExactDollars(nanos)).toBe(shown)
})
