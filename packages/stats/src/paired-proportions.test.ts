import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mcnemarTest, newcombeInterval, type PairedTable } from './paired-proportions.ts'
import { wilsonInterval } from './proportions.ts'

const table = (both: number, onlyFirst: number, onlySecond: number, neither: number) => ({
  both,
  onlyFirst,
  onlySecond,
  neither,
})

// Airway hyper-responsiveness before and after transplantation; complete response before and after consolidation.
const bentur = table(1, 1, 7, 12)
const cavo = table(59, 6, 16, 80)

describe('mcnemarTest', () => {
  // Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13:91: exact conditional and mid-p.
  test('gives the published p-values', () => {
    expect(mcnemarTest(bentur)).toBeCloseTo(0.0703, 4)
    expect(mcnemarTest(bentur, { midP: true })).toBeCloseTo(0.0391, 4)
  })

  // R 4.2.2: binom.test(6, 22)$p.value, binom.test(86, 236)$p.value; of the approval ratings in help(mcnemar.test)
  test('agrees with the binomial test of R', () => {
    expect(mcnemarTest(cavo)).toBeCloseTo(0.05247879028, 11)
    expect(mcnemarTest(table(794, 86, 150, 570)) / 3.71593614e-5).toBeCloseTo(1, 9)
  })

  test('has nothing to go by without a discordant case', () => {
    expect(mcnemarTest(table(10, 0, 0, 5))).toBe(1)
  })

  // R 4.2.2: binom.test(900, 2000)$p.value
  test('does not underflow with thousands of cases', () => {
    expect(mcnemarTest(table(0, 900, 1100, 0)) / 8.457089536e-6).toBeCloseTo(1, 9)
  })
})

describe('newcombeInterval', () => {
  test.each([
    // Fagerland, Lydersen and Laake 2014, Statistics in Medicine 33:2850–2875, of the data of Bentur et al. 2009.
    { name: 'Bentur', cells: bentur, low: -0.507, high: -0.026, digits: 3 },
    // R package contingencytables, Newcombe_square_and_add_CI_paired_2x2: −0.0621 (−0.1186 to −0.0046).
    { name: 'Cavo', cells: cavo, low: -0.1186, high: -0.0046, digits: 4 },
    // Newcombe 1998, Statistics in Medicine 17:2635–2650, table II, method 10.
    { name: 'Newcombe', cells: table(36, 12, 2, 0), low: 0.0569, high: 0.3404, digits: 4 },
    // Newcombe and Altman in "Statistics with Confidence", 2nd edition, 2000, page 52.
    { name: 'Altman', cells: table(14, 5, 0, 22), low: 0.011, high: 0.226, digits: 3 },
  ])('of $name is the published one', ({ cells, low, high, digits }) => {
    const interval = newcombeInterval(cells)

    expect(interval.low.toFixed(digits)).toBe(low.toFixed(digits))
    expect(interval.high.toFixed(digits)).toBe(high.toFixed(digits))
  })

  test('of a side that always passed takes nothing off for what goes together', () => {
    const [all, some] = [wilsonInterval(40, 40), wilsonInterval(30, 40)]

    const { low, high } = newcombeInterval(table(30, 10, 0, 0))

    expect(low).toBeCloseTo(0.25 - Math.hypot(1 - all.low, some.high - 0.75), 12)
    expect(high).toBeCloseTo(0.25 + Math.hypot(all.high - 1, 0.75 - some.low), 12)
  })

  test('mirrors when the sides change places, and stays within −1 and 1 around its estimate', () => {
    const count = fc.nat(60)
    const tables = fc
      .tuple(count, count, count, count)
      .filter((cells) => cells.some((cell) => cell > 0))

    fc.assert(
      fc.property(tables, ([both, onlyFirst, onlySecond, neither]) => {
        const cells: PairedTable = { both, onlyFirst, onlySecond, neither }
        const interval = newcombeInterval(cells)
        const mirrored = newcombeInterval({
          ...cells,
          onlyFirst: onlySecond,
          onlySecond: onlyFirst,
        })
        expect(mirrored.low).toBeCloseTo(-interval.high, 12)
        expect(interval.low).toBeGreaterThanOrEqual(-1 - 1e-12)
        expect(interval.high).toBeLessThanOrEqual(1 + 1e-12)
        expect(interval.low).toBeLessThanOrEqual(interval.estimate + 1e-12)
        expect(interval.high).toBeGreaterThanOrEqual(interval.estimate - 1e-12)
      }),
    )
  })
})
