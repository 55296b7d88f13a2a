import { type Cell, type Evaluation, ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { findMovement } from './case-verdicts.ts'
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
  expect(listMetrics([nice, contains])[0]?.id).toBe('check:k')
  expect(listMetrics([nice])[0]?.id).toBe('check:h')
})

const passed: Evaluation = { status: 'passed', reason: '' }

const failed: Evaluation = { status: 'failed', reason: '' }

const undecided: Evaluation = { status: 'undecided', reason: '' }

const checks: Metric = { id: 'checks', name: 'All', measure: 'pass', checks: ['k', 'l'] }

const pass: Metric = { id: 'check:k', name: 'K', measure: 'pass' }

const duel: Metric = { id: 'check:k', name: 'K', measure: 'score', isPairwise: true }

const [latency, cost, tokens] = (['latency', 'cost', 'tokens'] as const).map((id): Metric => ({
  id,
  name: id,
  measure: id,
})) as [Metric, Metric, Metric]

const refused: Partial<Cell> = {
  status: 'error',
  error: { code: 'REFUSED', message: '', retryable: false },
}

const played = { tape: { served: 1, live: 0, withheld: 0 } }

test.each<[string, Metric, Partial<Cell>, unknown]>([
  ['all checks that pass', checks, { evaluations: { k: passed, l: passed } }, 1],
  ['one of them that fails', checks, { evaluations: { k: passed, l: failed } }, 0],
  ['one that is open yet', checks, { evaluations: { k: failed, l: undecided } }, 'no-verdict'],
  ['one that is not there', checks, { evaluations: { k: passed } }, 'no-verdict'],
  ['a check that is not there', pass, {}, 'no-verdict'],
  ['a check that fails', pass, { evaluations: { k: failed } }, 0],
  ['an errored run', pass, { status: 'error' }, 0],
  ['an errored run by all checks', checks, { status: 'error' }, 0],
  ['an excluded errored run', { ...pass, excludesErrors: true }, { status: 'error' }, 'error'],
  ['an excluded errored run that is a refusal', { ...pass, excludesErrors: true }, refused, 0],
  ['an errored run by a pairwise judge', duel, { status: 'error' }, 'error'],
  ['an errored run by cost', cost, { status: 'error', cost: 5e9 }, 'error'],
  ['an errored run by latency', latency, { status: 'error', latencyMs: 5 }, 'error'],
  ['a model that would not answer', pass, refused, 0],
  ['that in a duel', duel, refused, 'error'],
  ['that by its time', latency, refused, 'error'],
  ['a run under way', latency, { status: 'running' }, undefined],
  ['its time', latency, { latencyMs: 0 }, 0],
  ['a time that nobody took', latency, { latencyMs: null }, undefined],
  ['its cost in dollars', cost, { cost: 2_500_000_000 }, 2.5],
  ['a cost nobody knows', cost, { cost: null }, undefined],
  ['its tokens of both sides', tokens, { usage: { ...ZERO_USAGE, input: 7, output: 5 } }, 12],
  ['the time of a tape', latency, played, undefined],
  ['the money of a tape', cost, played, undefined],
  ['the tokens of a tape', tokens, played, 0],
  ['a tape that served nothing', latency, { tape: { served: 0, live: 1, withheld: 0 } }, 100],
])('the outcome of %s', (_, yardstick, fields, outcome) => {
  expect(cellOutcome(cell(fields), yardstick)).toBe(outcome)
})

test('latencies measured apart are excluded, but costs and errors are not', () => {
  const cells = [cell({ isReused: true }), cell({ status: 'error' })]

  expect(comparableOutcomes(cells, [cell()], latency)).toEqual(['timed-apart', 'error'])
  expect(comparableOutcomes(cells, [cell()], cost)).toEqual([0, 'error'])
})

test('more is better for passes and less for latency, cost and tokens', () => {
  const [slow, quick] = [[cell({ latencyMs: 200 })], [cell({ latencyMs: 100 })]]
  const [good, bad] = [passed, failed].map((k) => [cell({ evaluations: { k } })])

  expect(findMovement(slow, quick, latency)).toBe('improved')
  expect(findMovement(quick, slow, latency)).toBe('regressed')
  expect(findMovement(quick, quick, latency)).toBe('same')
  expect(findMovement(bad ?? [], good ?? [], pass)).toBe('improved')
  expect(findMovement(good ?? [], bad ?? [], pass)).toBe('regressed')
  expect(findMovement([cell()], good ?? [], pass)).toBeUndefined()
})

const evaluator = (key: string) => ({ ...contains, key, name: key })

test('findPrimaryMetric treats `checks` as the only evaluator if there is one', () => {
  expect(findPrimaryMetric({ checks: [evaluator('a'), evaluator('b')] }, 'checks')?.id).toBe(
    'checks',
  )
  expect(findPrimaryMetric({ checks: [evaluator('a')] }, 'checks')?.id).toBe('check:a')
})

test('findPrimaryMetric returns undefined without an evaluator unless a run measure is requested', () => {
  expect(findPrimaryMetric({ checks: [] }, 'checks')).toBeUndefined()
  expect(findPrimaryMetric({ checks: [] })).toBeUndefined()
  expect(findPrimaryMetric({ checks: [] }, 'latency')?.id).toBe('latency')
})
