import { type Cell, type Evaluation, ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { findCaseChange } from './case-verdicts.ts'
import {
  cellOutcome,
  comparableOutcomes,
  findPrimaryMetric,
  listMetrics,
  type Metric,
} from './metrics.ts'
import { cell } from './testing/cell.ts'

const nice = { key: 'h', name: 'Nice', evaluator: { kind: 'human', question: '' } } as const

const contains = {
  key: 'k',
  name: 'Contains',
  evaluator: { kind: 'contains', require: 'all', ignoreCase: true },
} as const

test('the combined metric waits for human evaluators only if no other evaluator decides', () => {
  expect(listMetrics([nice, contains])[0]?.id).toBe('evaluator:k')
  expect(listMetrics([nice])[0]?.id).toBe('evaluator:h')
})

const passed: Evaluation = { status: 'passed', reason: '' }

const failed: Evaluation = { status: 'failed', reason: '' }

const undecided: Evaluation = { status: 'undecided', reason: '' }

const evaluators: Metric = {
  id: 'evaluators',
  name: 'All',
  measure: 'pass',
  evaluators: ['k', 'l'],
}

const pass: Metric = { id: 'evaluator:k', name: 'K', measure: 'pass' }

const duel: Metric = { id: 'evaluator:k', name: 'K', measure: 'score', isPairwise: true }

const [latency, cost, tokens] = (['latency', 'cost', 'tokens'] as const).map((id): Metric => ({
  id,
  name: id,
  measure: id,
})) as [Metric, Metric, Metric]

const refused: Partial<Cell> = {
  status: 'error',
  error: { code: 'REFUSED', message: '', retryable: false },
}

const played = { recording: { served: 1, live: 0, suppressed: 0 } }

test.each<[string, Metric, Partial<Cell>, unknown]>([
  ['a cell that passes all evaluators', evaluators, { evaluations: { k: passed, l: passed } }, 1],
  [
    'a cell that fails one of all evaluators',
    evaluators,
    { evaluations: { k: passed, l: failed } },
    0,
  ],
  [
    'a cell with an undecided evaluation',
    evaluators,
    { evaluations: { k: failed, l: undecided } },
    'no-verdict',
  ],
  [
    'a cell that lacks one of all evaluations',
    evaluators,
    { evaluations: { k: passed } },
    'no-verdict',
  ],
  ['a cell without the evaluation', pass, {}, 'no-verdict'],
  ['a cell that fails the evaluator', pass, { evaluations: { k: failed } }, 0],
  ['an errored run', pass, { status: 'error' }, 0],
  ['an errored run by all evaluators', evaluators, { status: 'error' }, 0],
  ['an excluded errored run', { ...pass, excludesErrors: true }, { status: 'error' }, 'error'],
  ['a refusal if errored runs are excluded', { ...pass, excludesErrors: true }, refused, 0],
  ['an errored run by a pairwise judge', duel, { status: 'error' }, 'error'],
  ['an errored run by cost', cost, { status: 'error', cost: 5e9 }, 'error'],
  ['an errored run by latency', latency, { status: 'error', latencyMs: 5 }, 'error'],
  ['a refusal', pass, refused, 0],
  ['a refusal by a pairwise judge', duel, refused, 'error'],
  ['a refusal by latency', latency, refused, 'error'],
  ['a running cell', latency, { status: 'running' }, undefined],
  ['a latency of 0', latency, { latencyMs: 0 }, 0],
  ['an unknown latency', latency, { latencyMs: null }, undefined],
  ['a cost in dollars', cost, { cost: 2_500_000_000 }, 2.5],
  ['an unknown cost', cost, { cost: null }, undefined],
  ['input and output tokens', tokens, { usage: { ...ZERO_USAGE, input: 7, output: 5 } }, 12],
  ['the latency of a replayed recording', latency, played, undefined],
  ['the cost of a replayed recording', cost, played, undefined],
  ['the tokens of a replayed recording', tokens, played, 0],
  [
    'the latency of a recording that served no call',
    latency,
    { recording: { served: 0, live: 1, suppressed: 0 } },
    100,
  ],
])('returns the outcome of %s', (_, metric, fields, outcome) => {
  expect(cellOutcome(cell(fields), metric)).toBe(outcome)
})

test('latencies measured apart are excluded, but costs and errors are not', () => {
  const cells = [cell({ isReused: true }), cell({ status: 'error' })]

  expect(comparableOutcomes(cells, [cell()], latency)).toEqual(['timed-apart', 'error'])
  expect(comparableOutcomes(cells, [cell()], cost)).toEqual([0, 'error'])
})

test('more is better for passes and less for latency, cost and tokens', () => {
  const [slow, quick] = [[cell({ latencyMs: 200 })], [cell({ latencyMs: 100 })]]
  const [good, bad] = [passed, failed].map((k) => [cell({ evaluations: { k } })])

  expect(findCaseChange(slow, quick, latency)).toBe('improved')
  expect(findCaseChange(quick, slow, latency)).toBe('regressed')
  expect(findCaseChange(quick, quick, latency)).toBe('same')
  expect(findCaseChange(bad ?? [], good ?? [], pass)).toBe('improved')
  expect(findCaseChange(good ?? [], bad ?? [], pass)).toBe('regressed')
  expect(findCaseChange([cell()], good ?? [], pass)).toBeUndefined()
})

const evaluator = (key: string) => ({ ...contains, key, name: key })

test('findPrimaryMetric treats `evaluators` as the only evaluator if there is one', () => {
  expect(
    findPrimaryMetric({ evaluators: [evaluator('a'), evaluator('b')] }, 'evaluators')?.id,
  ).toBe('evaluators')
  expect(findPrimaryMetric({ evaluators: [evaluator('a')] }, 'evaluators')?.id).toBe('evaluator:a')
})

test('findPrimaryMetric returns undefined without an evaluator unless a run measure is requested', () => {
  expect(findPrimaryMetric({ evaluators: [] }, 'evaluators')).toBeUndefined()
  expect(findPrimaryMetric({ evaluators: [] })).toBeUndefined()
  expect(findPrimaryMetric({ evaluators: [] }, 'latency')?.id).toBe('latency')
})
