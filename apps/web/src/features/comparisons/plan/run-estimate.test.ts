import type { Cell, ComparisonPlan, ReusableCell, ModelPrice, Verdict } from '@lathe/contract'
import { ZERO_USAGE } from '@lathe/contract'
import { NO_CALLED_AGENTS, promptDocument } from '@lathe/graph'
import { noSpending } from '@lathe/traces'
import { expect, test } from 'vitest'
import { cell, makePlan } from '../testing.ts'
import type { RunRequest } from '../use-run.ts'
import { createEstimator, estimateText } from './run-estimate.ts'

const model = { connection: 'demo', name: 'demo-1' }
const judge: ComparisonPlan['evaluators'][number] = {
  key: 'j',
  name: 'Judge',
  evaluator: {
    kind: 'judge',
    model,
    messages: [{ role: 'user', text: 'Good? {{output}}' }],
    gives: 'pass',
    scale: { from: 1, to: 5 },
  },
}
const pair: ComparisonPlan['evaluators'][number] = {
  key: 'j',
  name: 'Pair',
  evaluator: {
    kind: 'pairwise',
    model,
    messages: [{ role: 'user', text: '{{first}} or {{second}}' }],
  },
}
const verdict: Verdict = {
  version: 'v',
  runIds: [],
  isFailed: false,
  isReused: false,
  usage: ZERO_USAGE,
  ...noSpending,
}
const judged = (place: string, fields: Partial<Cell> = {}) =>
  cell(place, { verdicts: { j: verdict }, ...fields })

const PRICE: ModelPrice = {
  id: 'p',
  pattern: '*',
  validFrom: 0,
  input: 1_000_000,
  cachedRead: null,
  cachedWrite: null,
  output: 1_000_000,
  reasoning: null,
  audioInput: null,
  audioOutput: null,
  audioCached: null,
  source: '',
}

type Fields = Partial<ComparisonPlan>

type World = { isRunning?: boolean; reusable?: ReusableCell[]; isPriced?: boolean }

function estimate(grid: Cell[], asked: RunRequest, fields: Fields = {}, world: World = {}) {
  const { isRunning = false, reusable = [], isPriced = false } = world
  const plan = makePlan({ evaluators: [], ...fields })
  const documents = new Map(
    plan.variants.flatMap(({ key, base }) =>
      base.type === 'prompt' ? [[key, promptDocument(base)] as const] : [],
    ),
  )
  const status = isRunning ? 'running' : 'done'
  const now = 1
  const calledAgents = NO_CALLED_AGENTS
  const findPrice = () => (isPriced ? PRICE : undefined)
  return createEstimator({
    plan,
    grid,
    status,
    reusable,
    documents,
    calledAgents,
    findPrice,
    now,
  }).of(asked)
}

const HALF = [cell('a.one'), cell('b.one', { status: 'error' }), cell('a.two')]

test.each<[string, RunRequest, number]>([
  ['pending ones', {}, 4],
  ['rerun of all', { rerun: true }, 6],
  ['failed ones', { only: { failed: true } }, 1],
  ['one column', { only: { variants: ['a'] } }, 1],
  ['rerun of a column', { only: { variants: ['a'] }, rerun: true }, 3],
  ['rerun of a row', { only: { cases: ['one'] }, rerun: true }, 2],
  ['rerun of a cell', { only: { variants: ['a'], cases: ['one'], repeats: [0] }, rerun: true }, 1],
])('counts the cells of a run: %s', (_, asked, calls) => {
  expect(estimate(HALF, asked)).toMatchObject({ cells: calls, calls })
})

test('reuses existing results unless a rerun is requested', () => {
  const reusableCell = (variant: string, of: string): ReusableCell => ({
    variant,
    case: of,
    repeat: 0,
    evaluators: ['j'],
  })
  const reusable = [reusableCell('b', 'one'), reusableCell('b', 'two')]

  const remaining = estimate(HALF, {}, {}, { reusable })
  expect(remaining).toMatchObject({ cells: 4, reused: 2, calls: 2 })
  expect(estimateText(remaining)).toMatch(/^2 calls · .*, plus 2 reused$/)
  // The failed cell is rerun, the one that never ran is reused.
  expect(estimate(HALF, { rerun: true }, {}, { reusable })).toMatchObject({ cells: 6, reused: 1 })
  const column = estimate(HALF, { only: { variants: ['b'], cases: ['two'] } }, {}, { reusable })
  expect(estimateText(column)).toBe('1 cell, all reused')
  expect(estimate(HALF, {}, { evaluators: [judge] }, { reusable })).toMatchObject({
    reused: 4,
    calls: 6,
  })
})

test('counts all repeats unless one is selected', () => {
  const only = { variants: ['a'], cases: ['one'] }

  expect(estimate(HALF, { only, rerun: true }, { repeats: 3 }).cells).toBe(3)
  expect(estimate(HALF, { only: { ...only, repeats: [2] } }, { repeats: 3 }).cells).toBe(1)
})

test('does not count queued or running cells', () => {
  const grid = [cell('a.one', { status: 'running' }), cell('a.two', { status: 'pending' })]
  const only = { variants: ['a'] }

  expect(estimate(grid, { only }, {}, { isRunning: true }).cells).toBe(1)
  expect(estimate(grid, { only }).cells).toBe(3)
})

test('counts verdicts for rerun cells and for outputs without one', () => {
  const grid = [judged('a.one'), judged('a.two'), cell('a.three')]
  const evaluators = [judge]

  expect(estimate(grid, { only: { cases: ['one'] } }, { evaluators })).toMatchObject({
    cells: 1,
    verdicts: 1,
  })
  expect(estimate(grid, { only: { variants: ['a'] } }, { evaluators })).toMatchObject({
    cells: 0,
    verdicts: 1,
    calls: 1,
  })
  expect(estimate(grid, { only: { variants: ['a'] }, rerun: true }, { evaluators })).toMatchObject({
    verdicts: 3,
    calls: 6,
  })
})

test('estimates from finished cells and verdicts', () => {
  const took = { ...verdict, usage: { ...ZERO_USAGE, input: 100, output: 20 }, cost: 3_000 }
  const grid = [
    judged('a.one', { usage: { ...ZERO_USAGE, input: 10, output: 10 }, cost: 1_000 }),
    judged('a.two', { usage: { ...ZERO_USAGE, input: 30, output: 10 }, cost: 2_000 }),
  ].map((one) => ({ ...one, verdicts: { j: took } }))
  const only = { variants: ['a'] }

  expect(estimate(grid, { only, rerun: true })).toMatchObject({ tokens: 90, cost: 4_500 })
  expect(estimate(grid, { only, rerun: true }, { evaluators: [judge] })).toMatchObject({
    tokens: 90 + 360,
    cost: 4_500 + 9_000,
  })
  expect(estimate([{ ...cell('a.one'), cost: null }], { only, rerun: true }).cost).toBeNull()
})

test('retries a failed verdict once', () => {
  const grid = [judged('a.one', { verdicts: { j: { ...verdict, isFailed: true } } })]
  const only = { variants: ['a'], cases: ['one'] }

  expect(estimate(grid, { only }, { evaluators: [judge] })).toMatchObject({ cells: 0, verdicts: 1 })
})

test('a rerun baseline invalidates the pairwise verdicts, in both orders', () => {
  const grid = [cell('a.one'), judged('b.one')]
  const evaluators = [pair]
  const ofCell = (variant: string) => ({ variants: [variant], cases: ['one'] })

  for (const column of ['a', 'b']) {
    expect(estimate(grid, { only: ofCell(column), rerun: true }, { evaluators })).toMatchObject({
      cells: 1,
      verdicts: 1,
      calls: 3,
    })
  }
  expect(estimate(grid, { only: ofCell('a') }, { evaluators })).toMatchObject({ calls: 0 })
  expect(
    estimate([cell('a.one')], { only: ofCell('a'), rerun: true }, { evaluators }),
  ).toMatchObject({
    cells: 1,
    verdicts: 0,
  })
})

test('estimateText shows calls, tokens and cost, and work that needs no call', () => {
  const estimateFields = { cells: 12, verdicts: 0, calls: 12, tokens: 3_400, cost: 30_000_000 }
  const plain = { reused: 0, isBatch: false, isAtMost: false }

  expect(estimateText({ ...estimateFields, ...plain })).toBe('12 calls · ~3.4 k tokens · $0.03')
  expect(estimateText({ ...estimateFields, ...plain, cost: null })).toContain('price unknown')
  expect(estimateText({ ...estimateFields, ...plain, isBatch: true })).toContain(
    '$0.03 at the batch rate',
  )
  expect(estimateText({ ...estimateFields, ...plain, isAtMost: true })).toMatch(/^at most 12 calls/)
  expect(estimateText({ ...estimateFields, ...plain, calls: 0, verdicts: 1 })).toBe(
    '12 cells and 1 verdict, no call',
  )
})

test('a truncated answer does not make the price unknown', () => {
  const only = { variants: ['a'] }
  const ran = [cell('a.one', { cost: 4_000 }), cell('a.two', { cost: null })]

  expect(estimate(ran, { only }, {}, { isPriced: true }).cost).toBe(4_000)
  expect(estimate(ran, { only }).cost).toBeNull()
})
