import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../../traces/store/append-spans.ts'
import { makeSpan, ms, NOON } from '../../traces/store/span.fixture.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { listWaits, waitedBetween } from './waits.ts'

test.each([
  ['nothing', [], 0],
  ['one wait', [[10, 30]], 20],
  [
    'two at a time once',
    [
      [10, 30],
      [20, 40],
    ],
    30,
  ],
  [
    'one within another',
    [
      [10, 40],
      [20, 30],
    ],
    30,
  ],
  [
    'what lies outside not',
    [
      [0, 10],
      [90, 120],
      [200, 300],
    ],
    15,
  ],
] as [string, [number, number][], number][])('counts %s', (_, waits, waited) => {
  const given = waits.map(([from, to]) => ({ from, to }))

  expect(waitedBetween(given.toReversed(), 5, 100)).toBe(waited)
})

describeDatabases('waits of a run', (db) => {
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

    expect(await listWaits(db(), DEFAULT_WORKSPACE, root.traceId)).toEqual([
      { from: NOON + ms(300), to: NOON + ms(500) },
      { from: NOON + ms(500), to: NOON + ms(600) },
    ])
  })
})
