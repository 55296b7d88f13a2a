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
      reason: null,
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
  recording: null,
  ...fields,
})

const untimed = { latencyMs: null }
const served = { ...untimed, recording: { served: 1, live: 0, suppressed: 0 } }
const apart = { outcome: 20, baseline: 30 }

test.each<[string, ComparisonVerdict, Cell, RegExp]>([
  ['latencies measured at another time', verdict('latency', apart), cell(), /--fresh/],
  ['runs that were started twice', verdict('latency'), cell(untimed), /--fresh/],
  [
    'batch results',
    verdict('latency'),
    cell({ ...untimed, isBatch: true }),
    /without them.*--by cost/,
  ],
  ['recorded calls', verdict('latency'), cell(served), /without them.*--by cost/],
  ['the cost of recorded calls', verdict('cost'), cell(served), /without the recording/],
  ['models without a price', verdict('cost'), cell(), /prices/],
  ['failed runs', verdict('latency'), cell({ ...untimed, status: 'error' }), /why its runs/],
  ['evaluators without a verdict', verdict('pass'), cell(), /why its evaluators/],
])('suggests how to resolve %s', (_what, told, one, hint) => {
  expect(wayOut(told, [one])).toMatch(hint)
})

test('does not suggest another batch for batch results', () => {
  const batch = cell({ ...untimed, isBatch: true })

  expect(wayOut(verdict('latency'), [batch])).not.toContain('--fresh')
})
