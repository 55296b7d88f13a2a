import type { ComparisonPlan } from '@lathe/contract'
import { expect, test } from 'vitest'
import { duplicateInputsCaveat, countDistinctInputs, saturatedEvaluators } from './caveats.ts'
import { cell } from './testing/cell.ts'

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

test('warns that cases share an input when variants are compared', () => {
  expect(duplicateInputsCaveat({ variants, cases })).toContain(
    'The 3 cases have 2 different inputs',
  )
  expect(duplicateInputsCaveat({ variants, cases: cases.slice(0, 2) })).toBeNull()
  expect(duplicateInputsCaveat({ variants: variants.slice(1), cases })).toBeNull()
})

test('ignores key order but not list order in inputs', () => {
  const asking = (input: ComparisonPlan['cases'][number]['input']) => ({
    key: JSON.stringify(input),
    name: '',
    input,
    reference: null,
  })

  expect(
    countDistinctInputs([
      asking({ who: { name: 'Ada', born: 1815 }, tags: ['a', 'b'] }),
      asking({ tags: ['a', 'b'], who: { born: 1815, name: 'Ada' } }),
      asking({ tags: ['b', 'a'], who: { born: 1815, name: 'Ada' } }),
    ]),
  ).toBe(2)
})

test('warns about an evaluator that passes or fails every output of every variant', () => {
  const evaluator = { kind: 'contains', require: 'all', ignoreCase: true } as const
  const evaluators = ['Always', 'Never', 'Differs'].map((name) => ({ key: name, name, evaluator }))
  const outcome = (isPassed: boolean) =>
    ({ status: isPassed ? 'passed' : 'failed', reason: '' }) as const
  const grid = ['a', 'b'].map((key) =>
    cell({
      variant: key,
      evaluations: { Always: outcome(true), Never: outcome(false), Differs: outcome(key === 'a') },
    }),
  )

  expect(saturatedEvaluators({ variants, evaluators }, grid)).toEqual([
    'Always passes every output, so it cannot tell the variants apart.',
    'Never fails every output, so it cannot tell the variants apart.',
  ])
  expect(saturatedEvaluators({ variants: variants.slice(0, 1), evaluators }, grid)).toEqual([])
})
