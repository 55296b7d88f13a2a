import { expect, test } from 'vitest'
import { seededRandom, xoshiro128 } from './random.ts'

test('reproduces the sequence of the reference implementation', () => {
  // From the state 1, 2, 3, 4, as the C of prng.di.unimi.it/xoshiro128starstar.c prints it.
  const random = xoshiro128([1, 2, 3, 4])

  expect(Array.from({ length: 10 }, () => random.bits())).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597,
    4258142804,
  ])
})

test('repeats its sequence for the same seed and differs for the next one', () => {
  const first = (seed: number) => {
    const random = seededRandom(seed)
    return Array.from({ length: 4 }, () => random.bits())
  }

  expect(first(7)).toEqual(first(7))
  expect(first(8)).not.toEqual(first(7))
})

test('draws all numbers below a limit about equally often', () => {
  const random = seededRandom(1)
  const drawn = new Float64Array(7)
  for (let draw = 0; draw < 70_000; draw += 1) {
    const at = random.below(7)
    drawn[at] = (drawn[at] ?? 0) + 1
  }

  // Chi-squared with 6 degrees of freedom is above 22.5 once in a thousand.
  const chiSquared = drawn.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
  expect(chiSquared).toBeLessThan(22.5)
})

test('filling an array continues the same sequence as single draws', () => {
  const [one, other] = [seededRandom(3), seededRandom(3)]
  const many = new Uint32Array(9)

  one.fillBelow(many, 1_000)

  expect([...many]).toEqual(Array.from(many, () => other.below(1_000)))
  expect(one.bits()).toBe(other.bits())
})
