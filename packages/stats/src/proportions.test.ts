import { describe, expect, test } from 'vitest'
import { wilsonInterval } from './proportions.ts'

describe('wilsonInterval', () => {
  // Newcombe 1998, Statistics in Medicine 17:857–872, table I, method 3, to its four printed decimals.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %d in %d is the published one', (passed, cases, low, high) => {
    const interval = wilsonInterval(passed, cases)

    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  // R 4.2.2: prop.test(24, 40, correct = FALSE, conf.level = .99)$conf.int
  test('takes any level', () => {
    const { low, high, level } = wilsonInterval(24, 40, 0.99)

    expect(low).toBeCloseTo(0.400440577, 9)
    expect(high).toBeCloseTo(0.7711047803, 9)
    expect(level).toBe(0.99)
  })

  test('starts at exactly 0 and ends at exactly 1', () => {
    expect(wilsonInterval(0, 7).low).toBe(0)
    expect(wilsonInterval(7, 7).high).toBe(1)
  })

  test('refuses what is no proportion', () => {
    expect(() => wilsonInterval(0, 0)).toThrow('0 of 0 is not a proportion')
    expect(() => wilsonInterval(5, 4)).toThrow(RangeError)
    expect(() => wilsonInterval(NaN, 4)).toThrow(RangeError)
  })
})
