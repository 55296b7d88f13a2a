import { describe, expect, test } from 'vitest'
import { evaluate, findExpression } from './arithmetic.ts'

describe('sums in sentences', () => {
  test.each([
    ['What is 23*19?', '23*19'],
    ['15% of 80', '15 / 100 * 80'],
    ['two plus 2', undefined],
    ['what is 2 plus 2 times 3', '2 + 2 * 3'],
    ['square root of 144', 'sqrt(144)'],
    ['12 squared', '12 ^ 2'],
    ['the sum of 3, 4 and 5', '3 + 4 + 5'],
    ['multiply 12.5 by 8', '12.5 * 8'],
    ['subtract 3 from 10', '10 - 3'],
    ['1,200 / 4', '1200 / 4'],
    ['What is 2 / 0?', '2 / 0'],
    ['What is sqrt(2)*10 rounded?', 'sqrt(2)*10'],
    ['the order of 2026-03-04', undefined],
    ['call 555-1234', undefined],
    ['version 1.2.3', undefined],
    ['I have 3 apples and 4 pears', undefined],
  ])('%s', (text, expression) => {
    expect(findExpression(text)).toBe(expression)
  })
})

describe('their values', () => {
  test.each([
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['10 - 4 - 3', 3],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['7 % 4', 3],
    ['sqrt(16) + abs(-1)', 5],
    ['0.1 + 0.2', 0.3],
    ['1 / 0', undefined],
    ['2 +', undefined],
    ['(2', undefined],
    ['constructor(1)', undefined],
    ['process.exit()', undefined],
  ])('%s', (expression, value) => {
    expect(evaluate(expression)).toBe(value)
  })

  test('brackets without end are no sum', () => {
    expect(evaluate('('.repeat(10_000))).toBeUndefined()
  })
})
