import { noUsage } from '@lathe/contract'
import { expect, test } from 'vitest'
import { toJson } from '../../platform/db/json.ts'
import type { CellResult } from '../../platform/db/tables/comparisons.ts'
import type { CellRow } from './cells.store.ts'
import { addSpent, NOTHING_SPENT } from './spent.ts'

const cell = (fields: Partial<CellResult>): CellRow => ({
  id: 'one',
  workspace_id: 'w',
  comparison_id: 'c',
  variant: 'a',
  case_key: 'one',
  repeat: 0,
  fingerprint: 'f',
  status: 'success',
  run_id: 'r',
  batch_id: null,
  is_reused: 0,
  is_anew: 0,
  former: null,
  changed: 0,
  result: toJson({
    output: null,
    error: null,
    latencyMs: 1,
    firstTokenMs: null,
    usage: noUsage,
    cost: 9,
    calls: [],
    ...fields,
  }),
})

test.each([
  ['what it cost', { cost: 9, pricedCost: 9, unpriced: 0 }, 9],
  ['what is known of a cost that is partly unknown', { cost: null, pricedCost: 7, unpriced: 1 }, 7],
  ['what it cost where only that was kept', { cost: 9 }, 9],
])('a budget is charged with %s', (_, kept, costNanos) => {
  expect(addSpent(NOTHING_SPENT, cell(kept))).toEqual({ tokens: 0, costNanos })
})
