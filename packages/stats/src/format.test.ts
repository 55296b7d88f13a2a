import { expect, test } from 'vitest'
import { levels, formatEstimate, formatP, signedFormatter, withUnit } from './format.ts'

test('never shows a non-zero value as zero', () => {
  const show = signedFormatter('pass', [0.18, 0.004, 0.31])

  expect([0.18, 0.004, -0.31, 0].map(show)).toEqual(['+18.0', '+0.4', '−31.0', '0.0'])
})

test('shows whole points if that loses nothing', () => {
  expect([0.18, 0.04].map(signedFormatter('pass', [0.18, 0.04]))).toEqual(['+18', '+4'])
})

test('shows two significant digits of small amounts of money', () => {
  expect(signedFormatter('cost', [0.00123])(-0.00123)).toBe('−$0.0012')
  expect(levels('cost', 0.0065, 0.0064)).toEqual(['$0.0065', '$0.0064'])
  expect(levels('cost', 0.00975, 0.0085)).toEqual(['$0.0098', '$0.0085'])
})

test('uses the singular for one token', () => {
  const show = (value: number) => withUnit('tokens', signedFormatter('tokens', [value])(value))

  expect([1, -1, 2, 11].map(show)).toEqual(['+1 token', '−1 token', '+2 tokens', '+11 tokens'])
  expect(withUnit('pass', '+1')).toBe('+1 point')
  expect(levels('tokens', 1, 3)).toEqual(['1 token', '3'])
})

test('shows different levels differently', () => {
  expect(levels('pass', 0.784, 0.776)).toEqual(['78.4 %', '77.6 %'])
  expect(levels('score', 0.645, 0.644)).toEqual(['0.645', '0.644'])
})

test.each([
  [0.0004, 'p < 0.001'],
  [0.0042, 'p = 0.004'],
  [0.0156, 'p = 0.02'],
  [0.0499, 'p = 0.050'],
  [0.0525, 'p = 0.052'],
  [0.2, 'p = 0.20'],
  [1, 'p = 1.00'],
])('formats %d as %s', (p, written) => {
  expect(formatP(p)).toBe(written)
})

test.each([
  [1, '1'],
  [17, '17'],
  [58, '60'],
  [143, '150'],
  [9312, '9,400'],
])('rounds %d cases to %s', (cases, written) => {
  expect(formatEstimate(cases)).toBe(written)
})
