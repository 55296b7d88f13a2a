import type { SuiteRun, VariantFigures } from '@lathe/contract'
import { expect, test } from 'vitest'
import { formatSpending } from '../../../lib/format/format.ts'
import { contains } from '../testing.ts'
import { historyPoints, isScored, spentPerRun } from './history-points.ts'

const figures = (fields: Partial<VariantFigures>): VariantFigures => ({
  finished: 4,
  errors: 0,
  passRate: null,
  scores: {},
  latencyP50: 20,
  latencyP95: 30,
  costPerRun: null,
  pricedCostPerRun: 0,
  unpriced: 0,
  ...fields,
})

const createRun = (fields: Partial<SuiteRun>): SuiteRun => ({
  id: '01a1fd30-9960-7525-93c3-e29a7d3aea17',
  status: 'done',
  version: 2,
  baselineVersion: 1,
  cells: { total: 8, done: 8, failed: 0 },
  verdict: null,
  createdAt: 5,
  ...fields,
})

const regression = {
  ruling: 'worse',
  sentence: 'Worse.',
  isRegression: true,
  reason: 'Worse.',
} as const
const rate = (share: number) => ({ rate: share, low: share - 0.2, high: share + 0.1, cases: 4 })

test('shows pass rates with an interval, scores without one, and drafts by name', () => {
  const passing = { figures: figures({ passRate: rate(0.5) }), baseline: figures({}) }
  const scoring = { figures: figures({ scores: { Tone: 0.7 } }), baseline: figures({}) }

  const [passes, scores] = historyPoints([
    createRun({ verdict: { ...regression, ...passing } }),
    createRun({ version: null, verdict: { ...regression, ...scoring } }),
  ])

  expect(passes).toMatchObject({ label: 'v2', level: 0.5, isRegression: true, baseline: null })
  expect(passes?.interval?.map((side) => side.toFixed(1))).toEqual(['0.2', '0.1'])
  expect(scores).toMatchObject({ label: 'draft', level: 0.7, interval: null })
})

test('a run without a verdict keeps its place without values', () => {
  expect(historyPoints([createRun({ status: 'running' })])).toMatchObject([
    { label: 'v2', level: null, p50: null, cost: null, isRegression: false },
  ])
})

test('shows the known part of a partially priced run', () => {
  const partly = figures({ costPerRun: null, pricedCostPerRun: 250_000_000, unpriced: 2 })

  expect(formatSpending(spentPerRun(partly))).toBe('$0.25 + ?')
})

test('isScored depends on the evaluators, not on the results', () => {
  const score = { kind: 'code' as const, source: '1', gives: 'score' as const }

  expect(isScored({ evaluators: [contains] })).toBe(false)
  expect(isScored({ evaluators: [{ key: 's', name: 'Close', evaluator: score }] })).toBe(true)
})

test('reports that no cell finished', () => {
  const nothing = figures({ finished: 0 })
  const [point] = historyPoints([
    createRun({ verdict: { ...regression, figures: nothing, baseline: figures({}) } }),
  ])

  expect(point?.explain('level')).toBe('No run finished')
  expect(point?.explain('baseline')).toBe('No evaluator decided any case')
})
