import { ZERO_USAGE, type RunDetail } from '@lathe/contract'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { appendSpans } from '../../traces/store/append-spans.ts'
import { makeSpan, ms, NOON } from '../../traces/store/span.fixture.ts'
import { cellResult, listCallWaits, sumWaits } from './cell-result.ts'

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
  options: {},
}

describeDatabases('cellResult', (db) => {
  test.each([
    ['excludes the time that calls waited', run, { latencyMs: 260, firstTokenMs: 160 }],
    ['omits the latency of a run that started twice', { ...run, attempt: 2 }, { latencyMs: null }],
    ['omits the latency of a batch', { ...run, metadata: { batch: 'b' } }, { firstTokenMs: null }],
  ])('%s', async (_, cellRun, expected) => {
    const waits = [{ from: 11_000, to: 51_000 }]

    const result = await cellResult(db(), DEFAULT_WORKSPACE, cellRun, { calls: [], waits })

    expect(result).toMatchObject(expected)
  })
})

test.each([
  ['no wait', [], 0],
  ['one wait', [[10, 30]], 20],
  [
    'overlapping waits once',
    [
      [10, 30],
      [20, 40],
    ],
    30,
  ],
  [
    'a wait within another once',
    [
      [10, 40],
      [20, 30],
    ],
    30,
  ],
  [
    'only the part within the period',
    [
      [0, 10],
      [90, 120],
      [200, 300],
    ],
    15,
  ],
] as [string, [number, number][], number][])('sumWaits counts %s', (_, periods, expected) => {
  const waits = periods.map(([from, to]) => ({ from, to }))

  expect(sumWaits(waits.toReversed(), 5, 100)).toBe(expected)
})

describeDatabases('listCallWaits', (db) => {
  test('reads concurrency waits from their end and other waits from their start', async () => {
    const note = (name: string, attributes: Record<string, string | number>) => ({
      at: NOON + ms(500),
      name,
      attributes,
    })
    const root = makeSpan()
    const call = makeSpan({
      traceId: root.traceId,
      parentId: root.id,
      kind: 'model',
      events: [
        note('wait', { for: 'concurrency', waitMs: 200 }),
        note('wait', { for: 'requests', waitMs: 100 }),
        note('retry', { waitMs: 50 }),
      ],
    })
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, call])

    expect(await listCallWaits(db(), DEFAULT_WORKSPACE, root.traceId)).toEqual([
      { from: NOON + ms(300), to: NOON + ms(500) },
      { from: NOON + ms(500), to: NOON + ms(600) },
    ])
  })
})
