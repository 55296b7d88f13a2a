import type { Cell } from '@lathe/contract'
import { expect, test } from 'vitest'
import { cell, contains, failed, passed, makePlan } from '../testing.ts'
import {
  compute,
  cellOutcome,
  metricQuestion,
  verdictInput,
  type Metric,
  listMetrics,
} from '@lathe/verdicts'

const [byCheck] = listMetrics([contains])
if (!byCheck) throw new Error('a check is a yardstick')
const latency = { id: 'latency', name: 'Latency', measure: 'latency' } as const
const HOUR = 3_600_000

function decide(cells: readonly Cell[], metric: Metric) {
  const input = verdictInput(makePlan(), cells, metric)
  if (!input) throw new Error('the plan has variants')
  return compute(input)
}

test('lists each evaluator, then several evaluators combined, then latency, cost and tokens', () => {
  const names = (count: number) =>
    listMetrics(
      Array.from({ length: count }, (_, index) => ({ ...contains, key: `k${index}` })),
    ).map(({ id }) => id)

  expect(names(0)).toEqual(['latency', 'cost', 'tokens'])
  expect(names(1)).toEqual(['evaluator:k0', 'latency', 'cost', 'tokens'])
  expect(names(2)).toEqual([
    'evaluator:k0',
    'evaluator:k1',
    'evaluators',
    'latency',
    'cost',
    'tokens',
  ])
})

test('counts the choices of a pairwise judge and the passes of other evaluators', () => {
  const plan = makePlan()
  const pairs = { ...byCheck, measure: 'score', isPairwise: true } as const

  expect(metricQuestion(plan, [], pairs)).toMatchObject({ counted: 'choices' })
  expect(metricQuestion(plan, [], byCheck)).not.toHaveProperty('counted')
})

test('does not wait for human evaluators in the combined metric', () => {
  const human = { key: 'h', name: '', evaluator: { kind: 'human' as const, question: '' } }
  const evaluators = [contains, { ...contains, key: 'other' }, human]

  const together = listMetrics(evaluators).find(({ id }) => id === 'evaluators')

  expect(together).toMatchObject({ name: 'All but human', evaluators: [contains.key, 'other'] })
  expect(listMetrics([contains, human]).map(({ id }) => id)).not.toContain('evaluators')
})

test('the combined metric fails if one evaluator fails and is open while one is undecided', () => {
  const together = { id: 'evaluators', name: '', measure: 'pass' } as const
  const undecided = { status: 'undecided', reason: 'no reference' } as const
  const createCells = (evaluations: Record<string, typeof passed>) =>
    cellOutcome(cell('a.one', { evaluations }), together)

  expect(createCells({ x: passed, y: passed })).toBe(1)
  expect(createCells({ x: passed, y: failed })).toBe(0)
  expect(createCells({ x: passed, y: failed, z: undecided })).toBe('no-verdict')
  expect(createCells({ x: passed, y: undecided })).toBe('no-verdict')
  expect(createCells({})).toBe('no-verdict')

  const namedMetric = { ...together, evaluators: ['x', 'y'] }
  const unscored = cell('a.one', { evaluations: { x: passed, y: passed, score: undecided } })
  expect(cellOutcome(unscored, namedMetric)).toBe(1)
  expect(cellOutcome(cell('a.one', { evaluations: { x: passed } }), namedMetric)).toBe('no-verdict')
})

test('an excluded errored run is not counted as failed, and the sentence reports it', () => {
  const judged = (place: string, ok: boolean) =>
    cell(place, { evaluations: { k: ok ? passed : failed } })
  const cells = [
    judged('a.one', false),
    judged('b.one', true),
    judged('a.two', false),
    judged('b.two', true),
    judged('a.three', false),
    cell('b.three', { status: 'error', latencyMs: null, usage: null, cost: null }),
  ]

  const { comparisons, rates } = decide(cells, { ...byCheck, excludesErrors: true })

  expect(comparisons[0]?.difference.cases).toBe(2)
  expect(comparisons[0]?.ruling).toBe('undecided')
  expect(comparisons[0]?.sentence).toContain('Excluded: 1 errored run, 1 case')
  expect(rates.map(({ rate, errors }) => [rate, errors])).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('needs six discordant cases on one side to call a variant better', () => {
  const findRuling = (count: number) => {
    const keys = Array.from({ length: count }, (_, index) => `c${index}`)
    const cells = keys.flatMap((key) => [
      cell(`a.${key}`, { evaluations: { k: failed } }),
      cell(`b.${key}`, { evaluations: { k: passed } }),
    ])
    return decide(cells, byCheck).comparisons[0]?.ruling
  }

  expect(findRuling(5)).toBe('undecided')
  expect(findRuling(6)).toBe('better')
})

test('an unknown price leaves the cost out instead of taking it for nothing', () => {
  const cells = [cell('a.one', { cost: null }), cell('b.one', { cost: 500 })]
  const question = metricQuestion(makePlan(), cells, { id: 'cost', name: 'Cost', measure: 'cost' })

  expect(question?.baseline.observations).toEqual([])
})

test('does not compare the latency of a reused cell with a new one', () => {
  const timed = (place: string, latencyMs: number, isReused: boolean) =>
    cell(place, { latencyMs, isReused, evaluations: { k: passed } })
  const describeQuestion = (areEarlier: boolean, metric: Metric = byCheck) => {
    const keys = Array.from({ length: 8 }, (_, at) => `c${at}`)
    const cells = keys.flatMap((key, at) => [
      timed(`a.${key}`, 100 + at, areEarlier),
      timed(`b.${key}`, 500 + at, false),
    ])
    return decide(cells, metric).comparisons[0]?.sentence
  }
  expect(describeQuestion(false)).toContain('slower')
  expect(describeQuestion(true)).not.toContain('slower')
  expect(describeQuestion(false, latency)).toContain('B is slower')
  expect(describeQuestion(true, latency)).toContain(
    'Nothing to compare: B and A were timed at different times',
  )
})

test('does not compare latencies of different days', () => {
  const monday = Date.UTC(2026, 5, 1, 9)
  const runAt = (ms: number) => {
    const first = ms.toString(16).padStart(12, '0')
    return `${first.slice(0, 8)}-${first.slice(8)}-7000-8000-000000000000`
  }
  const describeQuestion = (after: number, fields: Partial<Cell> = {}) => {
    const keys = Array.from({ length: 8 }, (_, at) => `c${at}`)
    const timed = (place: string, latencyMs: number, at: number) =>
      cell(place, { latencyMs, runId: runAt(at), ...fields })
    const cells = keys.flatMap((key, at) => [
      timed(`a.${key}`, 100 + at, monday),
      timed(`b.${key}`, 500 + at, monday + after),
      // The second repeat, much later.
      { ...timed(`a.${key}`, 100 + at, monday + 3 * HOUR), repeat: 1 },
      { ...timed(`b.${key}`, 500 + at, monday + 3 * HOUR + after), repeat: 1 },
    ])
    return decide(cells, latency).comparisons[0]?.sentence
  }

  expect(describeQuestion(0)).toContain('B is slower')
  expect(describeQuestion(0)).not.toContain('side by side')
  expect(describeQuestion(HOUR / 2)).toContain('B is slower')
  expect(describeQuestion(HOUR / 2)).toContain(
    'B and A did not run side by side, so part of it may be the load',
  )
  expect(describeQuestion(HOUR / 2, { isReused: true })).toContain('B is slower')
  expect(describeQuestion(24 * HOUR)).toContain('timed at different times')
  expect(describeQuestion(24 * HOUR, { isReused: true })).toContain('timed at different times')
})
