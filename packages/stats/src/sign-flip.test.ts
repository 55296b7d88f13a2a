import { expect, test } from 'vitest'
import { seededRandom } from './random.ts'
import { signFlipTest } from './sign-flip.ts'
import { countSigns, signTest } from './sign-test.ts'
import { darwin, sleep } from './testing/published.ts'

const p = (differences: Float64Array, draws = 10_000) =>
  signFlipTest(differences, draws, seededRandom(1))

// Fisher 1935, The Design of Experiments, §21: 863 of 32,768 sums reach 314 on either side.
// R 4.2.2, exactRankTests 0.8: perm.test(darwin$y * 8, rep(0, 15), paired = TRUE, exact = TRUE) p-value = 0.05267334
test("gives Fisher's p for Darwin's maize", () => {
  expect(p(darwin)).toBe((2 * 863) / 32768)
})

// R 4.2.2: the share of the 1,024 signed sums of `sleep` no smaller than the observed: 0.00390625
test('leaves differences of zero aside and is not misled by rounding', () => {
  expect(p(sleep)).toBe(0.00390625)
})

test('comes close to the exact value when it samples', () => {
  // A tiny 17th difference ends the enumeration and changes nothing else.
  const seventeen = Float64Array.from([...darwin, 1e-12, 1e-12])

  expect(Math.abs(p(seventeen, 100_000) - 0.05267)).toBeLessThan(0.003)
})

test('is certain of nothing when all are zero or there is one', () => {
  expect(p(Float64Array.of(0, 0, 0))).toBe(1)
  expect(p(Float64Array.of(0.4))).toBe(1)
})

// R 4.2.2: binom.test(2, 15)$p.value 0.007385254 for darwin; ties dropped in sleep: binom.test(0, 9)$p.value 0.00390625
test('the sign test counts sides only', () => {
  expect(countSigns(sleep)).toEqual({ above: 0, below: 9, tied: 1 })
  expect(signTest(countSigns(sleep))).toBe(0.00390625)
  expect(signTest(countSigns(darwin))).toBeCloseTo(0.007385254, 9)
})
