import { describe, expect, test } from 'vitest'
import { normalCdf, normalQuantile } from './normal.ts'

describe('normalQuantile', () => {
  // R 4.2.2: print(qnorm(c(.975, .995, .001, 1e-10, .6, 1e-300)), digits = 15)
  test.each([
    [0.975, 1.95996398454005],
    [0.995, 2.5758293035489],
    [0.001, -3.09023230616781],
    [1e-10, -6.36134090240406],
    [0.6, 0.2533471031358],
    [1e-300, -37.0470962993612],
  ])('the quantile of %d equals R’s', (p, z) => {
    expect(normalQuantile(p)).toBeCloseTo(z, 12)
  })

  test('returns infinity at the ends and rejects other values outside [0, 1]', () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity])
    expect(() => normalQuantile(1.1)).toThrow('not in [0, 1]')
    expect(() => normalQuantile(NaN)).toThrow(RangeError)
  })
})

describe('normalCdf', () => {
  // R 4.2.2: print(pnorm(c(-3, -1.2, .5, 1.96, 6)), digits = 15)
  test.each([
    [-3, 0.00134989803163009],
    [-1.2, 0.11506967022170828],
    [0.5, 0.69146246127401301],
    [1.96, 0.97500210485177963],
    [6, 0.9999999990134123],
  ])('the probability of %d equals R’s', (z, p) => {
    expect(normalCdf(z)).toBeCloseTo(p, 14)
  })

  test('inverts the quantile, with 0 and 1 at the ends', () => {
    for (const p of [0.001, 0.2, 0.5, 0.77, 0.9999]) {
      expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 14)
    }
    expect([normalCdf(-Infinity), normalCdf(Infinity)]).toEqual([0, 1])
  })
})
