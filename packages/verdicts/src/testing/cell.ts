import { type Cell, ZERO_USAGE } from '@lathe/contract'

/** A finished cell without cost. */
export const cell = (fields: Partial<Cell> = {}): Cell => ({
  id: '0190a000-0000-7000-8000-000000000001',
  variant: 'a',
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
  latencyMs: 100,
  firstTokenMs: 20,
  usage: ZERO_USAGE,
  cost: 0,
  pricedCost: 0,
  unpriced: 0,
  recording: null,
  ...fields,
})
