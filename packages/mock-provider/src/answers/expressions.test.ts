import { expect, test } from 'vitest'
import { findExpressions } from './expressions.ts'

test.each([
  ['What is 23 * 19?', ['23 * 19']],
  ['What is 12 % of 840, please?', ['12 / 100 * 840']],
  ['15% of 80 and 3 plus 4', ['15 / 100 * 80', '3 + 4']],
  ['How much is 24 * 60 / 15?', ['24 * 60 / 15']],
  ['Calculate (2 + 3) * 4^2', ['(2 + 3) * 4^2']],
  ['the square root of 16 times 2', ['sqrt(16) * 2']],
  ['Multiply 6 by 7', ['6 * 7']],
  ['Divide 1,200 by 4', ['1200 / 4']],
  ['What is 17 × 23?', ['17 * 23']],
  ['On 2026-03-12 I ordered 2 lamps', []],
  ['Call 555-0199', []],
  ['Order 48213', []],
  ['How LangGraph keeps the state', []],
])('finds the expressions of "%s"', (text, expressions) => {
  expect(findExpressions(text)).toEqual(expressions)
})
