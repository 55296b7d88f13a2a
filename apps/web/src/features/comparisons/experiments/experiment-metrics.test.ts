import type { ExperimentAnswer, ExperimentResults } from '@lathe/contract'
import { compute } from '@lathe/verdicts'
import { expect, test } from 'vitest'
import { answerRows, scoresText } from './answer-rows.ts'
import { buildStatisticsRequest, listMetrics } from './experiment-metrics.ts'

const answer = (
  experiment: string,
  example: string,
  scores: Record<string, number>,
  changes: Partial<ExperimentAnswer> = {},
): ExperimentAnswer => ({
  experiment,
  example,
  scores,
  categories: {},
  traceId: `${experiment}-${example}`,
  status: 'success',
  output: `${experiment} says`,
  error: null,
  latencyMs: 10,
  tokens: 5,
  cost: 1_000,
  pricedCost: 1_000,
  unpriced: 0,
  ...changes,
})

const examples = Array.from({ length: 12 }, (_, at) => `e${at}`)
const experiment = {
  description: '',
  traces: 12,
  errors: 0,
  latencyMs: 10,
  scores: [],
  categories: [],
  overall: [],
  createdAt: 1,
}
const dataset = { id: 'd', name: 'Sums' }
const results: ExperimentResults = {
  dataset,
  experiments: ['poor', 'good'].map((id) => ({ ...experiment, id, name: id, dataset })),
  examples: examples.map((id) => ({ id, inputs: id, reference: '' })),
  answers: examples.flatMap((example, at) => [
    answer('poor', example, { exact: at === 0 ? 1 : 0, length: 3, close: 0.5 }),
    answer('good', example, { exact: 1, length: 4, close: 0.75 }),
  ]),
  omitted: 0,
  votes: examples.map((example) => ({
    key: 'taste',
    example,
    first: 'poor',
    second: 'good',
    winner: 'second',
  })),
  missing: [],
}

const conclude = (id: string, given = results) => {
  const ruler = listMetrics(given).find((one) => one.id === id)
  const request = ruler && buildStatisticsRequest(given, ruler)
  return request && compute(request.input, request.ballot)
}

test('rulersOf chooses the measure that fits the scores', () => {
  const measures = listMetrics(results).map(({ id, measure }) => [id, measure])
  expect(Object.fromEntries(measures)).toMatchObject({
    'score:exact': 'pass',
    'score:close': 'score',
    'score:length': 'unscaled',
    'vote:taste': 'vote',
    latency: 'latency',
  })

  expect(conclude('score:exact')?.comparisons[0]?.sentence).toMatch(
    /^good is better: passes 12 of 12 cases against 1 /,
  )
  expect(conclude('score:length')).toBeUndefined()
  expect(conclude('latency')?.comparisons[0]?.sentence).toContain('did not run side by side')
  expect(conclude('vote:taste')?.preferences?.against[0]?.sentence).toMatch(
    /^good is preferred to poor: chosen on 12 of 12 cases/,
  )
})

test('counts an errored run as a failed case and filters rows by change', () => {
  const broken = answer('good', 'e1', {}, { status: 'error', error: 'gone' })
  const answers = results.answers.map((one) => (one.traceId === broken.traceId ? broken : one))
  const changedResults = { ...results, answers }
  expect(conclude('score:exact', changedResults)?.comparisons[0]?.summary).toBe(
    'passes 11 of 12 cases against 1',
  )

  const rowKeys = (show: Parameters<typeof answerRows>[1]['show']) => {
    const [ruler = { id: 'latency', name: 'Latency', measure: 'latency' as const }] = listMetrics(
      changedResults,
    ).filter(({ id }) => id === 'score:exact')
    return answerRows(changedResults, { show, metric: ruler }).map(({ example }) => example.id)
  }
  expect(rowKeys('errors')).toEqual(['e1'])
  expect(rowKeys('improved')).toEqual(examples.slice(2))
  expect(rowKeys('regressed')).toEqual([])
  expect(rowKeys('different')).toEqual(examples)
})

test('scoresText averages the scores of repeats', () => {
  const answers = [1, 0, 1].map((exact) => answer('good', 'e0', { exact, length: 2 }))
  const [first] = answers

  expect(scoresText(answers)).toBe('exact 0.67 · length 2')
  expect(scoresText(first ? [first] : [])).toBe('exact 1 · length 2')
})

test('scoresText includes categories', () => {
  const polite = answer('good', 'e0', { exact: 1 }, { categories: { tone: 'polite' } })
  const rude = answer('good', 'e0', { exact: 0 }, { categories: { tone: 'rude' } })

  expect(scoresText([polite])).toBe('exact 1 · tone polite')
  expect(scoresText([polite, rude])).toBe('exact 0.50 · tone polite, rude')
})

test("rows show the pairwise judge's choice and can be filtered by choice", () => {
  const [first, second, , ...rest] = results.votes
  if (!first || !second) throw new Error('there are votes')
  const changedResults = {
    ...results,
    votes: [first, { ...second, winner: 'tie' as const }, ...rest],
  }
  const ruler = listMetrics(changedResults).find(({ id }) => id === 'vote:taste')
  if (!ruler) throw new Error('taste is judged by')
  const rows = (chosen?: string) =>
    answerRows(changedResults, { show: 'all', metric: ruler, choiceFilter: chosen })

  expect(rows().map(({ sides }) => sides.map(({ choice }) => choice))).toEqual([
    [undefined, 'preferred'],
    ['tie', 'tie'],
    ['none', 'none'],
    ...rest.map(() => [undefined, 'preferred']),
  ])
  const metricIds = (chosen: string) => rows(chosen).map(({ example }) => example.id)
  expect(metricIds('tie')).toEqual(['e1'])
  expect(metricIds('none')).toEqual(['e2'])
  expect(metricIds('poor')).toEqual([])
  expect(metricIds('good')).toHaveLength(10)
})
