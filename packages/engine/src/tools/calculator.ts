import { evaluateArithmetic } from '@lathe-ai/runtime/tools'
import { argsSchema, stringArgument } from './definition.ts'
import type { ToolDefinition } from './definition.ts'

/** Digits that survive binary fractions: 0.1 + 0.2 is 0.3. */
const DIGITS = 14

export const calculator: ToolDefinition = {
  name: 'calculator',
  description:
    'Evaluate an arithmetic expression: + - * / % ^, parentheses, sqrt, round(x, digits), min, max, log, sin, pi and the like.',
  schema: argsSchema({
    expression: {
      type: 'string',
      minLength: 1,
      maxLength: 1_000,
      description: 'For example 12 / 100 * 840',
    },
  }),
  effect: 'pure',
  run: ({ expression }) =>
    Number(evaluateArithmetic(stringArgument(expression)).toPrecision(DIGITS)),
}
