import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  commonMedian,
  compareShares,
  fisherTest,
  mcnemarTest,
  newcombeInterval,
  type PairedTable,
  passRate,
  wilsonInterval,
} from './proportions.ts'
import { observe, passing, subject } from './testing/subjects.ts'

describe('wilsonInterval', () => {
  // Newcombe 1998, Statistics in Medicine 17:857–872, table I, method 3, to its four printed decimals.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('the interval of %d in %d equals the published one', (passed, cases, low, high) => {
    const interval = wilsonInterval(passed, cases)

    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  // R 4.2.2: prop.test(24, 40, correct = FALSE, conf.level = .99)$conf.int
  test('accepts any level', () => {
    const { low, high, level } = wilsonInterval(24, 40, 0.99)

    expect(low).toBeCloseTo(0.400440577, 9)
    expect(high).toBeCloseTo(0.7711047803, 9)
    expect(level).toBe(0.99)
  })

  test('starts at exactly 0 and ends at exactly 1', () => {
    expect(wilsonInterval(0, 7).low).toBe(0)
    expect(wilsonInterval(7, 7).high).toBe(1)
  })

  test('rejects an invalid proportion', () => {
    expect(() => wilsonInterval(0, 0)).toThrow('0 of 0 is not a proportion')
    expect(() => wilsonInterval(5, 4)).toThrow(RangeError)
    expect(() => wilsonInterval(NaN, 4)).toThrow(RangeError)
  })
})

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
  test('reproduces the published p-values', () => {
    expect(mcnemarTest(bentur)).toBeCloseTo(0.0703, 4)
    expect(mcnemarTest(bentur, { midP: true })).toBeCloseTo(0.0391, 4)
  })

  // R 4.2.2: binom.test(6, 22)$p.value and binom.test(86, 236)$p.value. The second has the approval
  // ratings from help(mcnemar.test).
  test('agrees with R’s binomial test', () => {
    expect(mcnemarTest(cavo)).toBeCloseTo(0.05247879028, 11)
    expect(mcnemarTest(table(794, 86, 150, 570)) / 3.71593614e-5).toBeCloseTo(1, 9)
  })

  test('returns 1 without a discordant case', () => {
    expect(mcnemarTest(table(10, 0, 0, 5))).toBe(1)
  })

  // R 4.2.2: binom.test(900, 2000)$p.value
  test('mcnemarTest does not underflow with thousands of cases', () => {
    expect(mcnemarTest(table(0, 900, 1100, 0)) / 8.457089536e-6).toBeCloseTo(1, 9)
  })
})

describe('newcombeInterval', () => {
  test.each([
    // Fagerland, Lydersen and Laake 2014, Statistics in Medicine 33:2850–2875, with the data of
    // Bentur et al. 2009.
    { name: 'Bentur', cells: bentur, low: -0.507, high: -0.026, digits: 3 },
    // R package contingencytables, Newcombe_square_and_add_CI_paired_2x2: −0.0621 (−0.1186 to −0.0046).
    { name: 'Cavo', cells: cavo, low: -0.1186, high: -0.0046, digits: 4 },
    // Newcombe 1998, Statistics in Medicine 17:2635–2650, table II, method 10.
    { name: 'Newcombe', cells: table(36, 12, 2, 0), low: 0.0569, high: 0.3404, digits: 4 },
    // Newcombe and Altman in "Statistics with Confidence", 2nd edition, 2000, page 52.
    { name: 'Altman', cells: table(14, 5, 0, 22), low: 0.011, high: 0.226, digits: 3 },
  ])('the interval of $name equals the published one', ({ cells, low, high, digits }) => {
    const interval = newcombeInterval(cells)

    expect(interval.low.toFixed(digits)).toBe(low.toFixed(digits))
    expect(interval.high.toFixed(digits)).toBe(high.toFixed(digits))
  })

  test('omits the correlation correction if one side always passed', () => {
    const [all, some] = [wilsonInterval(40, 40), wilsonInterval(30, 40)]

    const { low, high } = newcombeInterval(table(30, 10, 0, 0))

    expect(low).toBeCloseTo(0.25 - Math.hypot(1 - all.low, some.high - 0.75), 12)
    expect(high).toBeCloseTo(0.25 + Math.hypot(all.high - 1, 0.75 - some.low), 12)
  })

  test('mirrors when the sides are swapped, and stays within −1 and 1 around its estimate', () => {
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

// The lady and her tea, Fisher's convicted twins, and two ends, as R's `fisher.test` has them.
test.each([
  [{ with: 3, of: 4 }, { with: 1, of: 4 }, 0.4857142857],
  [{ with: 10, of: 13 }, { with: 2, of: 17 }, 0.0005367241],
  [{ with: 0, of: 5 }, { with: 0, of: 9 }, 1],
  [{ with: 5, of: 5 }, { with: 0, of: 5 }, 0.007936507937],
])('Fisher’s exact test of %j against %j', (first, second, p) => {
  expect(fisherTest(first, second)).toBeCloseTo(p, 9)
  expect(fisherTest(second, first)).toBeCloseTo(p, 9)
})

// Table II of Newcombe 1998, method 10.
test.each([
  [{ with: 56, of: 70 }, { with: 48, of: 80 }, 0.2, 0.0524, 0.3339],
  [{ with: 9, of: 10 }, { with: 3, of: 10 }, 0.6, 0.1705, 0.809],
  [{ with: 10, of: 10 }, { with: 0, of: 10 }, 1, 0.6075, 1],
])('the interval of the difference of %j and %j', (first, second, estimate, low, high) => {
  const difference = compareShares(first, second)

  expect(difference.estimate).toBeCloseTo(estimate, 10)
  expect(difference.interval.low).toBeCloseTo(low, 4)
  expect(difference.interval.high).toBeCloseTo(high, 4)
})

test('compares large groups within a second', () => {
  const { p } = compareShares({ with: 2_600, of: 5_000 }, { with: 2_500, of: 5_000 })

  expect(p).toBeGreaterThan(0.04)
  expect(p).toBeLessThan(0.05)
})

test('the common median splits both groups together', () => {
  expect(commonMedian([1, 9], [2, 3, 4])).toBe(3)
})

// R 4.2.2: prop.test(31, 40, correct = FALSE)$conf.int is 0.6249690326 0.8768390868
test("reports the share of passed cases with Wilson's interval", () => {
  const { rate, cases, interval } = passRate(passing('A', 0, 31))

  expect([rate, cases]).toEqual([0.775, 40])
  expect(interval?.low).toBeCloseTo(0.6249690326, 9)
  expect(interval?.high).toBeCloseTo(0.8768390868, 9)
})

test('averages the repeats of a case and excludes other outcomes', () => {
  const sample = subject(
    'A',
    observe((at, repeat) => (at === 0 ? 'error' : repeat === 0 ? 1 : 0), 5, 2),
  )

  expect(passRate(sample)).toMatchObject({ cases: 4, rate: 0.5, errors: 2, noVerdicts: 0 })
})

test('returns no rate without outcomes', () => {
  expect(
    passRate(
      subject(
        'A',
        observe(() => 'no-verdict', 3),
      ),
    ),
  ).toEqual({
    cases: 0,
    rate: null,
    interval: null,
    errors: 0,
    noVerdicts: 3,
  })
})
