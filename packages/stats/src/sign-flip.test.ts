import { expect, test } from 'vitest'
import { normalCdf } from './normal.ts'
import { signFlipTest } from './sign-flip.ts'
import { countSigns, signTest } from './binomial.ts'
import { darwin, sleep, spatialApart } from './testing/published.ts'

/** `sin(n²)` plus a shift, for n from 1: differences without a common step. */
const raised = (cases: number, by: number) =>
  Float64Array.from({ length: cases }, (_, at) => Math.sin((at + 1) ** 2) + by)

const normalP = (differences: Float64Array) => {
  const sum = differences.reduce((total, difference) => total + difference, 0)
  return 2 * normalCdf(-Math.abs(sum) / Math.hypot(...differences))
}

/** Whole numbers between −96 and 106, plus a shift. */
const whole = (cases: number, by = 0) =>
  Float64Array.from(
    { length: cases },
    (_, at) => (((at + 1) * 37) % 101) - (((at + 1) * 53) % 97) + by,
  )

// Fisher 1935, The Design of Experiments, §21: 863 of 32,768 sums reach 314 on either side.
// R 4.2.2, exactRankTests 0.8: perm.test(darwin$y * 8, rep(0, 15), paired = TRUE, exact = TRUE) p-value = 0.05267334
test("reproduces Fisher's p for Darwin's maize", () => {
  expect(signFlipTest(darwin)).toBe((2 * 863) / 32768)
})

// R 4.2.2: the share of the 1,024 signed sums of `sleep` no smaller than the observed: 0.00390625
test('ignores zero differences and tolerates rounding', () => {
  expect(signFlipTest(sleep)).toBe(0.00390625)
})

// scipy 1.17.1: permutation_test((differences,), mean, permutation_type='samples', n_resamples=inf).pvalue
test('counts every sign combination of twenty differences', () => {
  expect(signFlipTest(raised(20, 0.55))).toBe(0.0428619384765625)
})

// numpy 2: exact counts over all 2³⁰, 2⁴⁰ and 2⁴⁴ signed sums, computed from the sorted sums of
// each half
test.each([
  { differences: raised(30, 0.3), p: 0.21692757681, digits: 11 },
  { differences: raised(40, 0.3), p: 0.115160755971, digits: 5 },
  { differences: raised(44, 0.25), p: 0.169795540839, digits: 5 },
])(
  '$differences.length differences without a common step give $p',
  ({ differences, p, digits }) => {
    expect(signFlipTest(differences)).toBeCloseTo(p, digits)
  },
)

// Python 3, counted in whole numbers of any size: coefficients of the product of 1 + x^|d| over all differences
test.each([
  { differences: spatialApart, p: 0.632152915001 },
  { differences: whole(40), p: 0.383953791434 },
  { differences: whole(40, 6), p: 0.0691734167467 },
  { differences: whole(200), p: 0.387671277492 },
  { differences: whole(200, 6), p: 0.00295221732415 },
])('$differences.length differences with a common step give exactly $p', ({ differences, p }) => {
  expect(signFlipTest(differences)).toBeCloseTo(p, 12)
  // A judge's scores in hundredths as floating-point numbers still have a common step.
  expect(signFlipTest(differences.map((difference) => difference / 100))).toBeCloseTo(p, 12)
})

test('thousands of differences agree with the normal approximation', () => {
  const differences = raised(2_000, 0.05)

  expect(Math.abs(signFlipTest(differences) / normalP(differences) - 1)).toBeLessThan(0.02)
})

test('never returns zero, because the observed combination counts', () => {
  expect(signFlipTest(new Float64Array(200).fill(0.5))).toBe(2 ** -199)
})

test('finds at most 5 % of all sign combinations significant', () => {
  const sizes = raised(12, 0.3).map(Math.abs)
  const signed = (choice: number) => sizes.map((size, at) => ((choice >> at) & 1 ? -size : size))
  const unlikely = Array.from({ length: 4_096 }, (_, choice) => signFlipTest(signed(choice)))

  expect(unlikely.filter((p) => p < 0.05)).toHaveLength(204)
})

test('returns 1 if all differences are zero or there is only one', () => {
  expect(signFlipTest(Float64Array.of(0, 0, 0))).toBe(1)
  expect(signFlipTest(Float64Array.of(0.4))).toBe(1)
})

// R 4.2.2: binom.test(2, 15)$p.value 0.007385254 for darwin; ties dropped in sleep: binom.test(0, 9)$p.value 0.00390625
test('the sign test only counts signs', () => {
  expect(countSigns(sleep)).toEqual({ above: 0, below: 9, tied: 1 })
  expect(signTest(countSigns(sleep))).toBe(0.00390625)
  expect(signTest(countSigns(darwin))).toBeCloseTo(0.007385254, 9)
})
