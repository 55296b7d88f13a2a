import type { AlertMeasure } from '@lathe/contract'
import { findBucket, bucketMicros } from '@lathe/traces'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { costs, makeSpan, NOON, tokens } from '../store/span.fixture.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { endedTrace, failedTrace, insertTraces, MINUTE } from './alerts.fixture.ts'
import { emptyStats, measureValue } from './rule-evaluation.ts'
import { readIntervalStats } from './interval-stats.store.ts'

const w = DEFAULT_WORKSPACE

describeDatabases('measures of an alert', (db) => {
  const measure = async (
    what: AlertMeasure,
    { filter = '', minCount = 1, feedbackKey = null as string | null } = {},
    [from, to] = [0, 5],
  ) => {
    const [begin, end] = [NOON + from * MINUTE, NOON + to * MINUTE]
    const rule = { filter, measure: what, feedbackKey, minCount }
    const span = { from: begin, to: end, width: end - begin }
    const pieces = await readIntervalStats(db(), w, rule, span)
    return measureValue(rule, pieces.get(0) ?? emptyStats())
  }

  test('measures of an alert count traces that ended in the window', async () => {
    await insertTraces(db(), [
      endedTrace(-1),
      endedTrace(0, 600_000),
      endedTrace(MINUTE),
      endedTrace(5 * MINUTE),
      { startedAt: NOON + MINUTE, endedAt: null, status: 'running' },
    ])

    expect(await measure('count')).toBe(2)
    expect(await measure('p99')).toBeCloseTo(bucketMicros(findBucket(600e6)) / 1e3, 3)
  })

  test('alert measures equal the charts', async () => {
    const call = { kind: 'model', model: 'm', usage: tokens(100, 20) } as const
    await insertTraces(db(), [
      endedTrace(MINUTE, 200, { ...call, cost: costs(3_000, 4_000) }),
      endedTrace(2 * MINUTE, 400, { ...call, cost: null, ...failedTrace }),
      endedTrace(3 * MINUTE, 0),
    ])

    expect(await measure('count')).toBe(3)
    expect(await measure('error-rate')).toBeCloseTo(1 / 3)
    expect(await measure('tokens')).toBe(240)
    expect(await measure('cost')).toBe(7_000)
    expect(await measure('p50')).toBeCloseTo(bucketMicros(findBucket(200_000)) / 1e3, 6)
    expect(await measure('p95')).toBeCloseTo(bucketMicros(findBucket(400_000)) / 1e3, 6)
    expect(await measure('cost', { filter: 'status:error' })).toBeNull()
    expect(await measure('error-rate', { minCount: 4 })).toBeNull()
    expect(await measure('error-rate', {}, [10, 15])).toBeNull()
    expect(await measure('count', { minCount: 4 }, [10, 15])).toBe(0)
  })

  test.each([
    ['status:error', 1],
    ['-status:error', 2],
    ['name:slow', 1],
    ['tag:prod status:success', 1],
    ['latency:>2s', 1],
    ['project:*', 0],
    ['feedback.thumbs:1', 0],
  ])('filter by %s', async (filter, many) => {
    await insertTraces(db(), [
      endedTrace(MINUTE, 3_000, { name: 'slow' }),
      endedTrace(MINUTE, 10, { tags: ['prod'] }),
      endedTrace(MINUTE, 10, { tags: ['prod'], ...failedTrace }),
    ])

    expect(await measure('count', { filter })).toBe(many)
  })

  test('measures of an alert use feedback by its own time, however old the trace', async () => {
    const { client } = createTestApp(db())
    const roots = [0, 1, 2].map((day) =>
      makeSpan({ startedAt: NOON - day * 86_400e6, endedAt: NOON - day * 86_400e6 + 1 }),
    )
    for (const root of roots) {
      await appendSpans(db(), w, [root])
      const place = { traceId: root.traceId, spanId: root.id }
      await client.traces.addFeedback({ ...place, key: 'thumbs', score: root !== roots[2] })
      await client.traces.addFeedback({ ...place, key: 'other', score: 5 })
    }
    await db()
      .updateTable('feedback')
      .set({ created_at: NOON + MINUTE })
      .execute()

    expect(await measure('feedback', { feedbackKey: 'thumbs' })).toBeCloseTo(2 / 3)
    expect(await measure('feedback', { feedbackKey: 'thumbs' }, [5, 10])).toBeNull()
  })

  test('measures of an alert exclude other workspaces', async () => {
    await appendSpans(db(), '00000000-0000-7000-8000-000000000009', [makeSpan(endedTrace(MINUTE))])

    expect(await measure('count')).toBe(0)
  })
})
