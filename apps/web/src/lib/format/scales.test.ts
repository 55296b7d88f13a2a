import { expect, test } from 'vitest'
import { describeScale } from './scales.ts'

const number = { type: 'continuous' as const, categories: [], isLowerBetter: false }
const categories = [
  { value: 0, label: 'wrong' },
  { value: 1, label: null },
]

test.each([
  [{ ...number, min: 0, max: 1 }, '0 to 1'],
  [{ ...number, min: 0, max: null, isLowerBetter: true }, '0 or more, lower is better'],
  [{ ...number, min: null, max: -5 }, '-5 or less'],
  [{ ...number, min: null, max: null }, 'any number'],
  [{ ...number, type: 'categorical' as const, min: null, max: null, categories }, 'wrong · 1'],
  [{ ...number, type: 'freeform' as const, min: null, max: null }, 'text, without a score'],
])('describes %j as %s', (scale, words) => {
  expect(describeScale(scale)).toBe(words)
})
