import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateArithmetic } from './arithmetic.ts'

test.each<[string, number]>([
  ['2 + 3 * 4', 14],
  ['(2 + 3) * 4', 20],
  ['12 / 100 * 840', 100.8],
  ['2 ^ 3 ^ 2', 512],
  ['-2 ^ 2', -4],
  ['2 ** -1', 0.5],
  ['--3', 3],
  ['7 % 4', 3],
  ['10 - 4 - 3', 3],
  ['.5 + 1.', 1.5],
  ['1e3 + 2.5E-1', 1000.25],
  ['6 × 7 ÷ 2 − 1', 20],
  ['sqrt(16) + round(2.345, 2) + max(1, 2, 3)', 9.35],
  ['round(2.5)', 3],
  ['pow(2, 10) + log(100) + ln(e)', 1027],
  ['PI', Math.PI],
  ['  1  ', 1],
])('%s is %d', (expression, value) => {
  expect(evaluateArithmetic(expression)).toBeCloseTo(value, 10)
})

describe('evaluateArithmetic reports invalid input', () => {
  test.each([
    ['1 / 0', 'Division by zero'],
    ['5 % 0', 'Division by zero'],
    ['', 'ends too early'],
    ['1 +', 'ends too early'],
    ['(1', 'Expected ")" but found the end'],
    ['1 2', 'Unexpected "2"'],
    ['1)', 'Unexpected ")"'],
    ['foo(1)', 'no function "foo"'],
    ['x + 1', 'no constant "x"'],
    ['constructor', 'no constant "constructor"'],
    ['toString()', 'no function "tostring"'],
    ['sqrt(1, 2)', '"sqrt" takes 1 values'],
    ['round(1, 2, 3)', '"round" takes 1 to 2 values'],
    ['process.exit()', 'Cannot read ".exit()"'],
    ['1; 2', 'Cannot read "; 2"'],
    ['"a"', 'Cannot read'],
    ['sqrt(-1)', 'not a finite number'],
    ['9 ^ 9 ^ 9', 'not a finite number'],
    ['('.repeat(500), 'nested too deeply'],
    [`${'2^'.repeat(500)}2`, 'nested too deeply'],
  ])('%s', (expression, message) => {
    expect(() => evaluateArithmetic(expression)).toThrow(message)
  })
})

test('agrees with JavaScript on any sum of products', () => {
  const number = fc.integer({ min: -999, max: 999 })
  const sign = fc.constantFrom('+', '-', '*')
  fc.assert(
    fc.property(number, fc.array(fc.tuple(sign, number), { maxLength: 8 }), (first, rest) => {
      const parts = rest.map(([sign, value]) => [sign, value < 0 ? `(${value})` : String(value)])
      const expression = [String(first), ...parts.flat()].join(' ')

      expect(evaluateArithmetic(expression)).toBe(reference(first, rest))
    }),
  )
})

function reference(first: number, rest: [string, number][]): number {
  const sums = [first]
  for (const [sign, value] of rest) {
    if (sign === '*') sums.push((sums.pop() ?? 0) * value)
    else sums.push(sign === '-' ? -value : value)
  }
  return sums.reduce((all, value) => all + value, 0)
}
