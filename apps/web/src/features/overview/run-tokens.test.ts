import { noUsage } from '@lathe/contract'
import { expect, test } from 'vitest'
import { runTokens } from './run-tokens.ts'

test('a run without usage has unknown tokens, not zero', () => {
  expect(runTokens({ usage: noUsage }, 'input')).toBeNull()
  expect(runTokens({ usage: noUsage }, 'output')).toBeNull()
})

test('a direction without tokens is zero if the other has some', () => {
  expect(runTokens({ usage: { ...noUsage, input: 30 } }, 'input')).toBe(30)
  expect(runTokens({ usage: { ...noUsage, input: 30 } }, 'output')).toBe(0)
})
