import { ZERO_USAGE, type RunDetail } from '@lathe/contract'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { addSpent, cellResult, NOTHING_SPENT } from './cell-result.ts'
import { toJson } from '../../platform/db/json.ts'
import type { CellResult } from '../../platform/db/tables/comparisons.ts'
import type { CellRow } from './cells.store.ts'

const run: RunDetail = {
  id: '',
  agentId: '',
  agentSlug: '',
  agentName: '',
  threadId: '',
  version: null,
  graphHash: '',
  status: 'success',
  attempt: 1,
  source: 'comparison',
  only: null,
  title: '',
  error: null,
  interrupts: [],
  usage: ZERO_USAGE,
  cost: 0,
  pricedCost: 0,
  unpriced: 0,
  createdAt: 0,
  startedAt: 1_000,
  endedAt: 301_000,
  firstTokenAt: 201_000,
  queuePosition: null,
  input: {},
  output: {},
  budget: {},
  metadata: {},
  steering: {},
}

describeDatabases('latency of a cell', (db) => {
  test.each([
    ['is told without the time its call stood in line', run, { latencyMs: 260, firstTokenMs: 160 }],
    ['is not known of a run that was begun again', { ...run, attempt: 2 }, { latencyMs: null }],
    ['is not known of a batch', { ...run, metadata: { batch: 'b' } }, { firstTokenMs: null }],
  ])('%s', async (_, given, expected) => {
    const waits = [{ from: 11_000, to: 51_000 }]

    const result = await cellResult(db(), DEFAULT_WORKSPACE, given, { calls: [], waits })

    expect(result).toMatchObject(expected)
  })
})

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
    usage: ZERO_USAGE,
    cost: 9,
    calls: [],
    ...fields,
  }),
})

test.each([
  ['what it cost', { cost: 9, pricedCost: 9, unpriced: 0 }, 9],
  ['what is known of a cost that is partly unknown', { cost: null, pricedCost: 7, unpriced: 1 }, 7],
  ['what it cost where only that was kept', { cost: 9 }, 9],
])('charges the budget for %s', (_, kept, costNanos) => {
  expect(addSpent(NOTHING_SPENT, cell(kept))).toEqual({ tokens: 0, costNanos })
})
