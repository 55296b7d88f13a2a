import { expect, test } from 'vitest'
import { compareVariants } from './compare.ts'
import { baselineNoise, scaleNoise, type Noise } from './noise.ts'
import { seededRandom } from './random.ts'
import { gaussian } from './testing/simulate.ts'
import { observe, subject } from './testing/subjects.ts'

function noisy(name: string, level: number, seed: number, repeats: number) {
  const random = seededRandom(seed)
  return subject(
    name,
    observe(() => 1000 + level + 100 * gaussian(random), 50, repeats),
  )
}

const band = (noise: Noise | null, cases: number, repeats: [number, number]) =>
  noise ? scaleNoise(noise, { cases, repeats }).band : NaN

test('the band is the spread of mean differences between equal variants', () => {
  const noise = baselineNoise(noisy('A', 0, 1, 8), 'tokens')

  // 1.96 standard errors of a difference of two means of 50 cases with 2 repeats each.
  const expected = 1.96 * 100 * Math.sqrt(2 / (50 * 2))
  expect(noise?.cases).toBe(50)
  expect(Math.abs(band(noise, 50, [2, 2]) / expected - 1)).toBeLessThan(0.1)
})

test('an odd number of repeats omits one from each split', () => {
  const noise = baselineNoise(noisy('A', 0, 2, 3), 'tokens')

  expect(Math.abs(band(noise, 50, [1, 1]) / (1.96 * 100 * Math.sqrt(2 / 50)) - 1)).toBeLessThan(
    0.25,
  )
})

test('a baseline without repeats has no noise estimate', () => {
  const once = noisy('A', 0, 1, 1)

  expect(baselineNoise(once, 'tokens')).toBeNull()
})

test('constant repeats have no noise', () => {
  const steady = subject(
    'A',
    observe((at) => at / 100, 40, 3),
  )

  expect(baselineNoise(steady, 'score')?.band).toBe(0)
})

test('a difference within the baseline’s own noise has no winner', () => {
  const wild = subject(
    'A',
    observe((_, repeat) => (repeat === 0 ? 0 : 1), 7, 2),
  )
  const variant = subject(
    'B',
    observe(() => 1, 7, 2),
  )

  const [comparison] = compareVariants({ measure: 'pass', baseline: wild, variants: [variant] })

  expect(comparison?.noise?.band).toBeGreaterThanOrEqual(0.5)
  expect(comparison?.ruling).toBe('undecided')
  expect(comparison?.sentence).toContain('but A differs from itself by as much')
})
