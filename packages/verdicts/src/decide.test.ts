import type { Cell, ComparisonEvaluator, ComparisonPlan, Evaluation } from '@lathe/contract'
import { expect, test } from 'vitest'
import { conclude } from './conclude.ts'
import { completesLessOften } from './question.ts'
import { cell } from './testing/cell.ts'
import { listMetrics } from './metrics.ts'

const evaluator: ComparisonEvaluator['evaluator'] = {
  kind: 'contains',
  require: 'all',
  ignoreCase: true,
}
const evaluators: ComparisonEvaluator[] = [
  { key: 'accuracy', name: 'Accuracy', evaluator },
  { key: 'tone', name: 'Tone', evaluator },
]
const variant = (key: string): ComparisonPlan['variants'][number] => ({
  key,
  name: key.toUpperCase(),
  reuse: true,
  base: { type: 'agent', agent: 'support', version: 1, overrides: {} },
})
const caseKeys = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`)

/** A plan with one or both evaluators over `count` cases. */
const planOf = (count: number, fields: Partial<ComparisonPlan> = {}) => ({
  variants: [variant('a'), variant('b')],
  evaluators,
  cases: caseKeys(count).map((key) => ({ key, name: '', input: { key }, reference: null })),
  ...fields,
})

type Outcomes = Partial<Record<'accuracy' | 'tone', boolean>> | 'error'

/** One cell per case with the outcomes that `outcomesAt` returns for its index. */
const column = (key: string, count: number, outcomesAt: (at: number) => Outcomes): Cell[] =>
  caseKeys(count).map((caseKey, at) => {
    const outcomes = outcomesAt(at)
    if (outcomes === 'error') return cell({ variant: key, case: caseKey, status: 'error' })
    const evaluations = Object.entries(outcomes).map(([name, isPassed]): [string, Evaluation] => [
      name,
      { status: isPassed ? 'passed' : 'failed', reason: '' },
    ])
    return cell({ variant: key, case: caseKey, evaluations: Object.fromEntries(evaluations) })
  })

function verdictOn(plan: ReturnType<typeof planOf>, grid: Cell[], by?: string) {
  const metrics = listMetrics(plan.evaluators, plan.errors)
  const metric = metrics.find(({ id }) => id === by) ?? metrics[0]
  const [baseline, verdict] = metric ? conclude(plan, grid, metric) : []
  if (!baseline || !verdict) throw new Error('the plan has two variants and a metric')
  return { baseline, verdict }
}

const accuracyOnly = { evaluators: evaluators.slice(0, 1) }
const survivors = [
  ...column('a', 20, () => ({ accuracy: false })),
  ...column('b', 20, (at) => (at < 12 ? 'error' : { accuracy: true })),
]

test('a variant that errors on 12 of 20 cases and passes the other 8 is worse', () => {
  const { verdict } = verdictOn(planOf(20, accuracyOnly), survivors)

  expect(verdict).toMatchObject({ ruling: 'worse', isRegression: true, finished: 8, errors: 12 })
  expect(verdict.passRate).toMatchObject({ rate: 0.4, cases: 20 })
  expect(verdict.sentence).toMatch(
    /^B ends in an error more often: completes 8 of 20 cases against 20 .* By Accuracy: passes 8 of 20 cases against 0\.$/,
  )
  expect(verdict.reason).toMatch(/^B ends in an error more often/)
  expect(verdict.completion).toMatchObject({ ruling: 'worse', level: 0.4 })
})

test('a variant that completes less often is not better when errors are excluded', () => {
  const plan = planOf(20, { ...accuracyOnly, errors: 'exclude' })

  const { verdict } = verdictOn(plan, survivors)

  expect(verdict).toMatchObject({ ruling: 'worse', isRegression: true })
  expect(verdict.passRate).toMatchObject({ rate: 1, cases: 8 })
  expect(verdict.sentence).toContain('By Accuracy: passes 8 of 8 cases against 0.')
  expect(verdict.sentence).toContain('Excluded: 12 errored runs')
})

test.each(['fail', 'exclude'] as const)(
  'no evaluator calls a variant better that completes less often (errors: %s)',
  (errors) => {
    const grid = survivors.map((one) => ({
      ...one,
      evaluations: {
        ...one.evaluations,
        ...(one.evaluations?.['accuracy'] && { tone: one.evaluations['accuracy'] }),
      },
    }))

    const { verdict } = verdictOn(planOf(20, { errors }), grid)

    expect(verdict.evaluators.map(({ ruling }) => ruling)).toEqual(['mixed', 'mixed'])
    expect(
      [verdict.sentence, ...verdict.evaluators.map(({ sentence }) => sentence)].join(' '),
    ).not.toMatch(/is better|Better by/)
  },
)

test('a faster variant that completes less often is worse by latency too', () => {
  const timedCells = survivors.map((one) => ({
    ...one,
    latencyMs: one.variant === 'a' ? 900 : 100,
  }))

  const { verdict } = verdictOn(planOf(20, accuracyOnly), timedCells, 'latency')

  expect(verdict).toMatchObject({ ruling: 'worse', isRegression: true })
  expect(completesLessOften(planOf(20), timedCells, 'b')).toBe(true)
  expect(completesLessOften(planOf(20), timedCells, 'a')).toBe(false)
})

test('an errored run counts as a failed case by default', () => {
  const grid = [
    ...column('a', 12, () => ({ accuracy: true })),
    ...column('b', 12, (at) => (at < 3 ? 'error' : { accuracy: at > 5 })),
  ]

  const counted = verdictOn(planOf(12, accuracyOnly), grid).verdict
  const excluded = verdictOn(planOf(12, { ...accuracyOnly, errors: 'exclude' }), grid).verdict

  expect(counted.passRate).toMatchObject({ rate: 0.5, cases: 12 })
  expect(counted.ruling).toBe('worse')
  expect(excluded.passRate).toMatchObject({ rate: 6 / 9, cases: 9 })
  expect(excluded.ruling).toBe('undecided')
  expect(excluded.sentence).toContain('Excluded: 3 errored runs')
})

test('an evaluator that fails everywhere does not hide a win on the primary metric', () => {
  const grid = [
    ...column('a', 30, (at) => ({ accuracy: at < 15, tone: false })),
    ...column('b', 30, (at) => ({ accuracy: at < 27, tone: false })),
  ]

  const { baseline, verdict } = verdictOn(planOf(30), grid)

  expect(verdict.ruling).toBe('better')
  expect(verdict.sentence).toMatch(/^B is better: passes 27 of 30 cases against 15/)
  expect(verdict.evaluators).toMatchObject([
    { id: 'evaluator:accuracy', name: 'Accuracy', ruling: 'better', level: 0.9 },
    { id: 'evaluator:tone', name: 'Tone', ruling: 'equal', level: 0 },
  ])
  expect(baseline.evaluators).toMatchObject([
    { id: 'evaluator:accuracy', ruling: null, level: 0.5 },
    { id: 'evaluator:tone', ruling: null, level: 0 },
  ])
})

test('the headline names every other evaluator that differs', () => {
  const grid = [
    ...column('a', 20, () => ({ accuracy: true, tone: false })),
    ...column('b', 20, () => ({ accuracy: true, tone: true })),
  ]

  const { verdict } = verdictOn(planOf(20), grid)

  expect(verdict).toMatchObject({ ruling: 'equal', isRegression: false })
  expect(verdict.sentence).toMatch(/ Better by Tone: passes 20 of 20 cases against 0\.$/)
})

test('reports a mixed verdict as a regression', () => {
  const grid = [
    ...column('a', 20, () => ({ accuracy: false, tone: true })),
    ...column('b', 20, () => ({ accuracy: true, tone: false })),
  ]

  const { verdict } = verdictOn(planOf(20), grid)

  expect(verdict).toMatchObject({ ruling: 'mixed', isRegression: true })
  expect(verdict.sentence).toMatch(
    /^B is better: .* Worse by Tone: passes 0 of 20 cases against 20/,
  )
  expect(verdict.reason).toMatch(/^By Tone: B is worse/)
})

test('adjusts all evaluators other than the primary one together', () => {
  const names = ['accuracy', 'one', 'two', 'three']
  const plan = planOf(8, {
    evaluators: names.map((key): ComparisonEvaluator => ({ key, name: key, evaluator })),
  })
  const outcome = (isPassed: boolean): Evaluation => ({
    status: isPassed ? 'passed' : 'failed',
    reason: '',
  })
  const grid = ['a', 'b'].flatMap((key) =>
    caseKeys(8).map((caseKey, at) =>
      cell({
        variant: key,
        case: caseKey,
        evaluations: Object.fromEntries(
          names.map((name) => [name, outcome(name !== 'one' || (key === 'b' && at < 7))]),
        ),
      }),
    ),
  )

  const { verdict } = verdictOn(plan, grid)

  // Exact McNemar of 7 to 0 is 2 × 0.5⁷ = 0.0156, times the three evaluators beside the primary one.
  const [, one] = verdict.evaluators
  expect(one?.p).toBeCloseTo(3 * 2 * 0.5 ** 7, 12)
  expect(one?.ruling).toBe('better')
})

test('five discordant cases never decide, six on one side do', () => {
  const rulingOf = (count: number) => {
    const grid = [
      ...column('a', count, () => ({ accuracy: false })),
      ...column('b', count, () => ({ accuracy: true })),
    ]
    return verdictOn(planOf(count, accuracyOnly), grid).verdict.ruling
  }

  expect(rulingOf(5)).toBe('undecided')
  expect(rulingOf(6)).toBe('better')
})

test('weights every case equally when repeats are unequal', () => {
  const passes = (caseKey: string, repeat: number, isPassed: boolean) =>
    cell({
      variant: 'b',
      case: caseKey,
      repeat,
      evaluations: { accuracy: { status: isPassed ? 'passed' : 'failed', reason: '' } },
    })
  const grid = [
    ...column('a', 2, () => ({ accuracy: false })),
    passes('c0', 0, true),
    passes('c0', 1, true),
    passes('c0', 2, true),
    passes('c1', 0, false),
  ]

  const { verdict } = verdictOn(planOf(2, accuracyOnly), grid)

  expect(verdict.passRate).toMatchObject({ rate: 0.5, cases: 2 })
  expect(verdict.evaluators[0]?.level).toBe(0.5)
  expect(verdict.evaluators[0]?.difference?.estimate).toBe(0.5)
})

test('errored runs are excluded from cost and latency', () => {
  const rows = caseKeys(12)
  const grid = rows.flatMap((caseKey, at) => [
    cell({ variant: 'a', case: caseKey, latencyMs: 100 + at, cost: 1_000_000 }),
    cell({ variant: 'b', case: caseKey, latencyMs: 100 + at, cost: 1_000_000 }),
    cell({
      variant: 'b',
      case: caseKey,
      repeat: 1,
      status: 'error',
      latencyMs: 60_000,
      cost: 90_000_000,
    }),
  ])

  for (const by of ['latency', 'cost']) {
    const { verdict } = verdictOn(planOf(12, { evaluators: [] }), grid, by)
    expect(verdict).toMatchObject({ latencyP50: 105.5, costPerRun: 1_000_000 })
    expect(verdict.cases.map(({ change }) => change)).toEqual(rows.map(() => 'same'))
  }
  const passing = grid.map((one) => ({
    ...one,
    evaluations: { accuracy: { status: 'passed' as const, reason: '' } },
  }))
  const { verdict } = verdictOn(planOf(12, accuracyOnly), passing)
  expect(verdict.sentence).not.toMatch(/slower|costs/)
})

test('a variant whose runs cannot be judged while the baseline can is a regression', () => {
  const undecided: Evaluation = { status: 'undecided', reason: 'no answer' }
  const grid = [
    ...column('a', 8, () => ({ accuracy: true })),
    ...caseKeys(8).map((caseKey) =>
      cell({ variant: 'b', case: caseKey, evaluations: { accuracy: undecided } }),
    ),
  ]

  const { verdict } = verdictOn(planOf(8, accuracyOnly), grid)

  expect(verdict).toMatchObject({
    ruling: 'too-few',
    isRegression: true,
    reason: 'No run of B could be judged, and runs of A could.',
  })
  expect(verdictOn(planOf(8, accuracyOnly), grid.slice(0, 8)).verdict.isRegression).toBe(false)
})
