import { expect, test } from 'vitest'
import { parseNumberInput } from './parse-number-input.ts'

test.each([
  [0.5, 0.5],
  ['0.', 0],
  ['-0.50', -0.5],
  ['', undefined],
  ['-', undefined],
])('converts %j to %j', (typed, number) => {
  expect(parseNumberInput(typed)).toBe(number)
})
