import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { runTokens } from './run-tokens.ts'

test('a run without usage has unknown tokens, not zero', () => {
  expect(runTokens({ usage: ZERO_USAGE }, 'input')).toBeNull()
  expect(runTokens({ usage: ZERO_USAGE }, 'output')).toBeNull()
})

test('a direction without tokens is zero if the other has some', () => {
  expect(runTokens({ usage: { ...ZERO_USAGE, input: 30 } }, 'input')).toBe(30)
  expect(runTokens({ usage: { ...ZERO_USAGE, input: 30 } }, 'output')).toBe(0)
})
