import { noUsage } from '@lathe/contract'
import { expect, test } from 'vitest'
import { tokensOf } from './run-tokens.ts'

test('a run that reported no usage has no tokens to draw, and not none', () => {
  expect(tokensOf({ usage: noUsage }, 'input')).toBeNull()
  expect(tokensOf({ usage: noUsage }, 'output')).toBeNull()
})

test('a side without tokens is nothing where the other has some', () => {
  expect(tokensOf({ usage: { ...noUsage, input: 30 } }, 'input')).toBe(30)
  expect(tokensOf({ usage: { ...noUsage, input: 30 } }, 'output')).toBe(0)
})
