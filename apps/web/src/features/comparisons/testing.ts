import {
  type Cell,
  type ComparisonDetail,
  type ComparisonPlan,
  type Evaluation,
  ZERO_USAGE,
  type Variant,
} from '@lathe/contract'
import { noSpending } from '@lathe/traces'

export const column = (key: string, text = 'Answer {{question}}'): Variant => ({
  key,
  name: key.toUpperCase(),
  base: {
    type: 'prompt',
    messages: [{ role: 'user', text }],
    model: { connection: 'demo', name: 'demo-1' },
  },
})

export const row = (key: string, question = 'Tides?') => ({
  key,
  name: '',
  input: { question },
  reference: null,
})

export const passed: Evaluation = { status: 'passed', reason: 'it does' }
export const failed: Evaluation = { status: 'failed', reason: 'it does not' }

/** `a.one` for the first repeat of case `one` in column `a`. */
export function cell(place: string, fields: Partial<Cell> = {}): Cell {
  const [variant = '', row = ''] = place.split('.')
  return {
    id: `${place}.${fields.repeat ?? 0}`,
    variant,
    case: row,
    repeat: 0,
    status: 'success',
    runId: null,
    isReused: false,
    isBatch: false,
    output: { answer: 'Tides' },
    calls: [],
    isRefused: false,
    error: null,
    evaluations: {},
    verdicts: {},
    latencyMs: 100,
    firstTokenMs: 20,
    usage: { ...ZERO_USAGE, input: 10, output: 5 },
    recording: null,
    cost: 1_000,
    pricedCost: 1_000,
    unpriced: 0,
    ...fields,
  }
}

export const contains = {
  key: 'k',
  name: 'Contains',
  evaluator: { kind: 'contains', require: 'all', ignoreCase: true },
} as const

export const makePlan = (fields: Partial<ComparisonPlan> = {}): ComparisonPlan => ({
  variants: [column('a'), column('b', 'Say {{question}}')],
  cases: [row('one'), row('two'), row('three')],
  evaluators: [contains],
  repeats: 1,
  concurrency: 4,
  budget: {},
  judgeBudget: {},
  reuse: true,
  sameRecording: false,
  batch: false,
  ...fields,
})

export const makeDetail = (fields: Partial<ComparisonDetail> = {}): ComparisonDetail => ({
  id: '0198c0de-7000-7000-8000-000000000001',
  name: 'Prompts',
  status: 'draft',
  revision: 1,
  variants: 2,
  cases: 3,
  cells: { total: 6, done: 0, failed: 0 },
  createdAt: 0,
  updatedAt: 0,
  plan: makePlan(),
  grid: [],
  judging: { verdicts: 0, usage: ZERO_USAGE, ...noSpending },
  votes: [],
  batches: [],
  rulings: null,
  suiteId: null,
  latestVerdict: null,
  stopReason: null,
  spent: null,
  cursor: '',
  ...fields,
})
