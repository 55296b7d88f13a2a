import type { ComparisonPlan } from '@lathe/contract'
import { expect, test } from 'vitest'
import { askAlike, differentInputs } from './ask-alike.ts'

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

test('the order of keys makes no other input, that of a list does', () => {
  const asking = (input: ComparisonPlan['cases'][number]['input']) => ({
    key: JSON.stringify(input),
    name: '',
    input,
    reference: null,
  })

  expect(
    differentInputs([
      asking({ who: { name: 'Ada', born: 1815 }, tags: ['a', 'b'] }),
      asking({ tags: ['a', 'b'], who: { born: 1815, name: 'Ada' } }),
      asking({ tags: ['b', 'a'], who: { born: 1815, name: 'Ada' } }),
    ]),
  ).toBe(2)
})
