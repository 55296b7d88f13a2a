import { noUsage, type RunDetail } from '@lathe/contract'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { cellResult } from './cell-result.ts'

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
  usage: noUsage,
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

describeDatabases('how long a cell took', (db) => {
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
