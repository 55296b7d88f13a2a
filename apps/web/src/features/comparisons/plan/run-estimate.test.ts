import type { Cell, ComparisonPlan, ReusableCell, ModelPrice, Verdict } from '@lathe/contract'
import { noUsage } from '@lathe/contract'
import { NO_CALLEES, promptDocument } from '@lathe/graph'
import { noSpending } from '@lathe/traces'
import { expect, test } from 'vitest'
import { cell, planOf } from '../testing.ts'
import type { RunAsked } from '../use-run.ts'
import { createEstimator, estimateText } from './run-estimate.ts'

const model = { connection: 'demo', name: 'demo-1' }
const judge: ComparisonPlan['checks'][number] = {
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
const pair: ComparisonPlan['checks'][number] = {
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
  asked: [],
  isFailed: false,
  isReused: false,
  usage: noUsage,
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

type World = { isRunning?: boolean; known?: ReusableCell[]; isPriced?: boolean }

function estimate(grid: Cell[], asked: RunAsked, fields: Fields = {}, world: World = {}) {
  const { isRunning = false, known = [], isPriced = false } = world
  const plan = planOf({ checks: [], ...fields })
  const documents = new Map(
    plan.variants.flatMap(({ key, base }) =>
      base.type === 'prompt' ? [[key, promptDocument(base)] as const] : [],
    ),
  )
  const status = isRunning ? 'running' : 'done'
  const now = 1
  const callees = NO_CALLEES
  const priceOf = () => (isPriced ? PRICE : undefined)
  return createEstimator({ plan, grid, status, known, documents, callees, priceOf, now }).of(asked)
}

const HALF = [cell('a.one'), cell('b.one', { status: 'error' }), cell('a.two')]

test.each<[string, RunAsked, number]>([
  ['what is left', {}, 4],
  ['everything again', { again: true }, 6],
  ['what failed', { only: { failed: true } }, 1],
  ['a column', { only: { variants: ['a'] } }, 1],
  ['a column again', { only: { variants: ['a'] }, again: true }, 3],
  ['a row again', { only: { cases: ['one'] }, again: true }, 2],
  ['a cell again', { only: { variants: ['a'], cases: ['one'], repeats: [0] }, again: true }, 1],
])('%s is counted as it is asked for', (_, asked, calls) => {
  expect(estimate(HALF, asked)).toMatchObject({ cells: calls, calls })
})

test('what was answered before is asked only where that is wanted', () => {
  const at = (variant: string, of: string): ReusableCell => ({
    variant,
    case: of,
    repeat: 0,
    checks: ['j'],
  })
  const known = [at('b', 'one'), at('b', 'two')]

  const left = estimate(HALF, {}, {}, { known })
  expect(left).toMatchObject({ cells: 4, known: 2, calls: 2 })
  expect(estimateText(left)).toMatch(/^2 calls · .*, besides 2 answered before$/)
  // The one that failed is asked anew, the one that never ran is not.
  expect(estimate(HALF, { again: true }, {}, { known })).toMatchObject({ cells: 6, known: 1 })
  const column = estimate(HALF, { only: { variants: ['b'], cases: ['two'] } }, {}, { known })
  expect(estimateText(column)).toBe('1 cell, all answered before')
  expect(estimate(HALF, {}, { checks: [judge] }, { known })).toMatchObject({ known: 4, calls: 6 })
})

test('repeats of a cell are counted, unless one of them is asked for', () => {
  const only = { variants: ['a'], cases: ['one'] }

  expect(estimate(HALF, { only, again: true }, { repeats: 3 }).cells).toBe(3)
  expect(estimate(HALF, { only: { ...only, repeats: [2] } }, { repeats: 3 }).cells).toBe(1)
})

test('what is on its way is not asked for again', () => {
  const grid = [cell('a.one', { status: 'running' }), cell('a.two', { status: 'pending' })]
  const only = { variants: ['a'] }

  expect(estimate(grid, { only }, {}, { isRunning: true }).cells).toBe(1)
  expect(estimate(grid, { only }).cells).toBe(3)
})

test('what runs again is judged again, and what nobody has judged is judged', () => {
  const grid = [judged('a.one'), judged('a.two'), cell('a.three')]
  const checks = [judge]

  expect(estimate(grid, { only: { cases: ['one'] } }, { checks })).toMatchObject({
    cells: 1,
    verdicts: 1,
  })
  expect(estimate(grid, { only: { variants: ['a'] } }, { checks })).toMatchObject({
    cells: 0,
    verdicts: 1,
    calls: 1,
  })
  expect(estimate(grid, { only: { variants: ['a'] }, again: true }, { checks })).toMatchObject({
    verdicts: 3,
    calls: 6,
  })
})

test('what has run tells what more of it takes, and of its judges', () => {
  const took = { ...verdict, usage: { ...noUsage, input: 100, output: 20 }, cost: 3_000 }
  const grid = [
    judged('a.one', { usage: { ...noUsage, input: 10, output: 10 }, cost: 1_000 }),
    judged('a.two', { usage: { ...noUsage, input: 30, output: 10 }, cost: 2_000 }),
  ].map((one) => ({ ...one, verdicts: { j: took } }))
  const only = { variants: ['a'] }

  expect(estimate(grid, { only, again: true })).toMatchObject({ tokens: 90, cost: 4_500 })
  expect(estimate(grid, { only, again: true }, { checks: [judge] })).toMatchObject({
    tokens: 90 + 360,
    cost: 4_500 + 9_000,
  })
  expect(estimate([{ ...cell('a.one'), cost: null }], { only, again: true }).cost).toBeNull()
})

test('a judge that was asked in vain is asked once more', () => {
  const grid = [judged('a.one', { verdicts: { j: { ...verdict, isFailed: true } } })]
  const only = { variants: ['a'], cases: ['one'] }

  expect(estimate(grid, { only }, { checks: [judge] })).toMatchObject({ cells: 0, verdicts: 1 })
})

test('who is held against a baseline that runs again is judged anew, in both orders', () => {
  const grid = [cell('a.one'), judged('b.one')]
  const checks = [pair]
  const ofCell = (variant: string) => ({ variants: [variant], cases: ['one'] })

  for (const column of ['a', 'b']) {
    expect(estimate(grid, { only: ofCell(column), again: true }, { checks })).toMatchObject({
      cells: 1,
      verdicts: 1,
      calls: 3,
    })
  }
  expect(estimate(grid, { only: ofCell('a') }, { checks })).toMatchObject({ calls: 0 })
  expect(estimate([cell('a.one')], { only: ofCell('a'), again: true }, { checks })).toMatchObject({
    cells: 1,
    verdicts: 0,
  })
})

test('the words tell calls, tokens and cost, and never none for what there is to do', () => {
  const some = { cells: 12, verdicts: 0, calls: 12, tokens: 3_400, cost: 30_000_000 }
  const plain = { known: 0, isBatch: false, isAtMost: false }

  expect(estimateText({ ...some, ...plain })).toBe('12 calls · about 3.4 k tokens · $0.03')
  expect(estimateText({ ...some, ...plain, cost: null })).toContain('price unknown')
  expect(estimateText({ ...some, ...plain, isBatch: true })).toContain('$0.03 at the batch rate')
  expect(estimateText({ ...some, ...plain, isAtMost: true })).toMatch(/^at most 12 calls/)
  expect(estimateText({ ...some, ...plain, calls: 0, verdicts: 1 })).toBe(
    '12 cells and 1 verdict, no call',
  )
})

test('an answer that was cut off makes no price unknown', () => {
  const only = { variants: ['a'] }
  const ran = [cell('a.one', { cost: 4_000 }), cell('a.two', { cost: null })]

  expect(estimate(ran, { only }, {}, { isPriced: true }).cost).toBe(4_000)
  expect(estimate(ran, { only }).cost).toBeNull()
})
