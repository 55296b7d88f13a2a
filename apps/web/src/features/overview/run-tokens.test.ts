import { noUsage } from '@lathe/contract'
import { expect, test } from 'vitest'
import { tokensOf } from './run-tokens.ts'

test('a run without usage has unknown tokens, not zero', () => {
  expect(tokensOf({ usage: noUsage }, 'input')).toBeNull()
  expect(tokensOf({ usage: noUsage }, 'output')).toBeNull()
})

test('a direction without tokens is zero if the other has some', () => {
  expect(tokensOf({ usage: { ...noUsage, input: 30 } }, 'input')).toBe(30)
  expect(tokensOf({ usage: { ...noUsage, input: 30 } }, 'output')).toBe(0)
})
