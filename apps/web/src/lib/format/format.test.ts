import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  formatCost,
  formatCount,
  formatDuration,
  formatExactCost,
  formatExactCount,
  formatExactDuration,
  formatPercent,
  formatRelativeTime,
  formatConfiguredDuration,
  formatSpending,
  formatTime,
  formatTimes,
  plural,
  shortId,
} from './format.ts'

test.each([
  [0, '0 s'],
  [500, '500 ms'],
  [30_000, '30 s'],
  [90_000, '1 m 30 s'],
  [600_000, '10 min'],
  [7_200_000, '2 h'],
])('formats a configured duration of %d ms as %s', (ms, shown) => {
  expect(formatConfiguredDuration(ms)).toBe(shown)
})

describe('formatDuration', () => {
  test.each([
    [0, '<1 ms'],
    [0.4, '<1 ms'],
    [-3, '<1 ms'],
    [1, '1 ms'],
    [840, '840 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [2_700, '2.7 s'],
    [59_940, '59.9 s'],
    [59_960, '1 m 0 s'],
    [72_000, '1 m 12 s'],
    [3_599_400, '59 m 59 s'],
    [3_599_600, '1 h 00 m'],
    [7_500_000, '2 h 05 m'],
    [null, '—'],
    [undefined, '—'],
    [Number.NaN, '—'],
  ])('shows %s ms as %s', (ms, shown) => {
    expect(formatDuration(ms)).toBe(shown)
  })

  test('formatDuration never rounds up to 60 of a smaller unit', () => {
    for (let ms = 1; ms < 4_000_000; ms += 997) {
      expect(formatDuration(ms)).not.toMatch(/\b(1000 ms|60\.0 s|60 s|60 m)/)
    }
  })

  test('keeps every digit of an exact duration', () => {
    expect(formatExactDuration(2_731.25)).toBe('2,731.25 ms')
    expect(formatExactDuration(0.042)).toBe('0.042 ms')
    expect(formatExactDuration(null)).toBe('not known')
  })
})

describe('formatCount', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1.0 k'],
    [67_240, '67.2 k'],
    [999_940, '999.9 k'],
    [999_960, '1.0 M'],
    [1_300_000, '1.3 M'],
    [2_500_000_000, '2.5 G'],
    [7_000_000_000_000, '7000.0 G'],
    [-1_500, '-1.5 k'],
    [null, '—'],
  ])('shows %s as %s', (count, shown) => {
    expect(formatCount(count)).toBe(shown)
  })

  test('groups thousands in an exact count', () => {
    expect(formatExactCount(67_240)).toBe('67,240')
    expect(formatExactCount(undefined)).toBe('not known')
  })
})

describe('formatCost', () => {
  test.each([
    [0, '$0'],
    [300_000, '$0.0003'],
    [298_000, '$0.0003'],
    [123_456, '$0.00012'],
    [1, '$0.000000001'],
    [180_000_000, '$0.18'],
    [100_000_000, '$0.10'],
    [500_000_000, '$0.50'],
    [12_600_000, '$0.013'],
    [994_000_000, '$0.99'],
    [996_000_000, '$1.00'],
    [1_234_560_000_000, '$1,234.56'],
    [-180_000_000, '-$0.18'],
    [180_000_000n, '$0.18'],
    [null, '—'],
    [undefined, '—'],
  ])('shows %s nano-dollars as %s', (nanos, shown) => {
    expect(formatCost(nanos)).toBe(shown)
  })

  test('explains why a cost is unknown instead of showing zero', () => {
    expect(formatExactCost(null)).toBe('not known')
    expect(formatExactCost(298_123n)).toBe('$0.000298123')
  })
})

test.each([
  [{ cost: 5_000_000, pricedCost: 5_000_000, unpriced: 0 }, '$0.005'],
  [{ cost: null, pricedCost: 90_000_000, unpriced: 2 }, '$0.09 + ?'],
  [{ cost: null, pricedCost: 0, unpriced: 1 }, '—'],
])('formats %o as the known cost and marks missing parts', (spending, text) => {
  expect(formatSpending(spending)).toBe(text)
})

describe('formatBytes', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [20_000, '20.0 kB'],
    [999_960, '1.0 MB'],
    [1_230_000, '1.2 MB'],
  ])('shows %s as %s', (bytes, shown) => {
    expect(formatBytes(bytes)).toBe(shown)
  })
})

describe('formatPercent', () => {
  test.each([
    [0, '0 %'],
    [1, '100 %'],
    [0.0001, '<0.1 %'],
    [0.9999, '>99.9 %'],
    [0.123, '12.3 %'],
    [0.5, '50 %'],
    [null, '—'],
  ])('shows %s as %s', (share, shown) => {
    expect(formatPercent(share)).toBe(shown)
  })
})

describe('formatRelativeTime', () => {
  const now = new Date(2026, 10, 20, 14, 30, 0)
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

  test.each([
    [0, 'just now'],
    [4.9, 'just now'],
    [-3, 'just now'],
    [5, '5 s ago'],
    [59, '59 s ago'],
    [60, '1 min ago'],
    [3_599, '59 min ago'],
    [3_600, '1 h ago'],
    [86_399, '23 h ago'],
    [86_400, '19 Nov, 14:30'],
    [-60, '20 Nov, 14:31'],
  ])('shows what happened %s s ago as "%s"', (seconds, shown) => {
    expect(formatRelativeTime(before(seconds), now)).toBe(shown)
  })

  test('adds the year to a date in another year', () => {
    expect(formatTime(new Date(2025, 0, 2, 3, 4), now)).toBe('2 Jan 2025, 03:04')
  })
})

test('shortens an id to its first eight characters, and a UUID to its last eight', () => {
  expect(shortId('0198c0de-7000-7000-8000-0000c0ffee12')).toBe('c0ffee12')
  expect(shortId('customer-42')).toBe('customer')
})

test('makes a noun agree with its count', () => {
  expect(plural(1, 'step')).toBe('1 step')
  expect(plural(2_000, 'step')).toBe('2,000 steps')
  expect(plural(0, 'child', 'children')).toBe('0 children')
})

test('formats counts as once or a number of times', () => {
  expect([0, 1, 2, 1_200].map(formatTimes)).toEqual(['0 times', 'once', '2 times', '1.2 k times'])
})
