import type { CaseVerdict, Cell, ComparisonVerdict } from '@lathe/contract'
import { expect, test } from 'vitest'
import { wayOut } from './unjudged.ts'

const figures = {
  finished: 1,
  errors: 0,
  passRate: null,
  scores: {},
  latencyP50: null,
  latencyP95: null,
  costPerRun: null,
  pricedCostPerRun: 0,
  unpriced: 0,
}

const verdict = (
  measure: ComparisonVerdict['by']['measure'],
  fields: Partial<CaseVerdict> = {},
): ComparisonVerdict => ({
  status: 'done',
  by: { id: measure, name: measure, measure },
  cells: { total: 2, done: 2, failed: 0 },
  caveat: null,
  variants: [
    {
      ...figures,
      variant: 'b',
      name: 'B',
      ruling: 'too-few',
      sentence: 'Nothing to compare.',
      isRegression: false,
      why: null,
      completion: { ruling: null, sentence: null, level: null, difference: null, p: null },
      evaluators: [],
      cases: [
        {
          case: 'one',
          name: '',
          outcome: null,
          baseline: null,
          change: null,
          errors: [],
          reasons: [],
          durationMs: null,
          ...fields,
        },
      ],
    },
  ],
})

const cell = (fields: Partial<Cell> = {}): Cell => ({
  id: '0198c0de-7000-7000-8000-000000000001',
  variant: 'b',
  case: 'one',
  repeat: 0,
  status: 'success',
  runId: null,
  isReused: false,
  isBatch: false,
  output: null,
  calls: [],
  isRefused: false,
  error: null,
  evaluations: {},
  verdicts: {},
  latencyMs: 20,
  firstTokenMs: null,
  usage: null,
  cost: null,
  pricedCost: 0,
  unpriced: 0,
  tape: null,
  ...fields,
})

const untimed = { latencyMs: null }
const served = { ...untimed, tape: { served: 1, live: 0, withheld: 0 } }
const apart = { outcome: 20, baseline: 30 }

test.each<[string, ComparisonVerdict, Cell, RegExp]>([
  ['times of another hour', verdict('latency', apart), cell(), /--fresh/],
  ['runs that were begun twice', verdict('latency'), cell(untimed), /--fresh/],
  ['a batch', verdict('latency'), cell({ ...untimed, isBatch: true }), /without them.*--by cost/],
  ['a tape', verdict('latency'), cell(served), /without them.*--by cost/],
  ['a tape’s cost', verdict('cost'), cell(served), /without it/],
  ['models without a price', verdict('cost'), cell(), /prices/],
  ['runs that failed', verdict('latency'), cell({ ...untimed, status: 'error' }), /why its runs/],
  ['checks that decide nothing', verdict('pass'), cell(), /why its checks/],
])('what can be done about %s', (_what, told, one, hint) => {
  expect(wayOut(told, [one])).toMatch(hint)
})

test('what a batch answered is not advised to be run as a batch again', () => {
  const batch = cell({ ...untimed, isBatch: true })

  expect(wayOut(verdict('latency'), [batch])).not.toContain('--fresh')
})
