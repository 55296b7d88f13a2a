import { expect, test } from 'vitest'
import { countDistinctInputs } from '@lathe/verdicts'
import { cell, column, contains, makePlan, row } from '../testing.ts'
import { listCaveats } from './caveats.ts'

const cases = ['one', 'two', 'three'].map((key) => ({ ...row(key), input: { question: key } }))
const plan = makePlan({ cases })
const looked = { cells: [cell('a.one')], different: 3, isRunning: false }

test('has no caveat for judged answers to different cases, nor without outputs', () => {
  expect(listCaveats(plan, looked)).toEqual([])
  expect(listCaveats({ ...plan, evaluators: [] }, { ...looked, cells: [] })).toEqual([])
})

test('warns that outputs are not compared without an evaluator', () => {
  const unjudged = { ...plan, evaluators: [] }

  expect(listCaveats(unjudged, looked)).toEqual(['Answers are not compared yet. Add an evaluator.'])
  expect(listCaveats({ ...unjudged, cases: cases.slice(0, 1) }, looked)).toEqual([])
})

test('warns that a single variant has nothing to compare with', () => {
  const variant = column('a')
  const alone = { ...plan, variants: [variant] }

  expect(listCaveats(alone, looked)).toEqual([
    `Nothing to compare ${variant.name} with yet. Duplicate it and change one thing.`,
  ])
  expect(listCaveats(alone, { ...looked, isRunning: true })).toEqual([])
  expect(listCaveats({ ...alone, evaluators: [contains].slice(1) }, looked)).toEqual([])
})

test('warns that cases with the same input make the interval too narrow', () => {
  const duplicateCase = { ...row('again'), input: { question: 'one' } }

  const repeating = [...cases, duplicateCase]

  expect(countDistinctInputs(repeating)).toBe(3)
  expect(listCaveats({ ...plan, cases: repeating }, looked)).toEqual([
    expect.stringMatching(/^The 4 cases have 3 different inputs\. /),
  ])
})
