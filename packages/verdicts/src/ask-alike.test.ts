import type { ComparisonPlan } from '@lathe/contract'
import { expect, test } from 'vitest'
import { askAlike } from './ask-alike.ts'

const column = (key: string): ComparisonPlan['variants'][number] => ({
  key,
  name: key,
  reuse: true,
  base: { type: 'agent', agent: 'support', version: 1, overrides: {} },
})
const cases = ['one', 'two', 'one'].map((question, at) => ({
  key: `c${at}`,
  name: '',
  input: { question },
  reference: null,
}))
const variants = [column('a'), column('b')]

test('cases that ask the same are told where variants are held against each other', () => {
  expect(askAlike({ variants, cases })).toContain('The 3 cases have 2 different inputs')
  expect(askAlike({ variants, cases: cases.slice(0, 2) })).toBeNull()
  expect(askAlike({ variants: variants.slice(1), cases })).toBeNull()
})
