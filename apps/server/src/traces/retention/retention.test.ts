import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { appendSpans } from '../store/append-spans.ts'
import { deleteTraces } from '../store/delete-trace.ts'
import { rollups } from '../metrics/rollups.fixture.ts'
import { makeSpan } from '../store/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { queueRun } from '../../testing/run-factory.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { applyRetention } from './apply-retention.ts'
import { pruneRememberedTraces } from './expired-traces.store.ts'
import { storeAtStart, DAY, storeDaily } from './retention.fixture.ts'

const rule = { project: null, maxAgeDays: null, maxBytes: null }

describeDatabases('retention', (db) => {
  /** One trace of a megabyte per day, back from today. */
  const filled = async (count: number) => {
    const { client } = createTestApp(db())
    const spans = await storeDaily(db(), count)
    const left = async () => {
      const { items } = await client.traces.list({})
      return items.map(({ id }) => spans.findIndex(({ traceId }) => traceId === id))
    }
    return { client, spans, left }
  }

  test('an age rule deletes the previewed traces with all their data', async () => {
    const { client, spans, left } = await filled(5)
    const rules = [{ ...rule, maxAgeDays: 3 }]
    await client.retention.set({ rules })

    const [preview] = await client.retention.preview({ rules })
    const { deleted } = await client.retention.apply({})

    expect(preview).toMatchObject({ traces: 2, spans: 2, bytes: 2_000_000 })
    expect(preview?.newest).toBe(spans[3]?.startedAt)
    expect(deleted).toBe(2)
    expect(await left()).toEqual([0, 1, 2])
    for (const table of ['spans', 'payload_blocks', 'trace_labels'] as const)
      expect(await db().selectFrom(table).selectAll().execute()).toHaveLength(3)
    await db().texts.settled()
    expect((await client.traces.list({ filter: '"day 4"' })).items).toEqual([])
    expect((await client.traces.list({ filter: '"day 1"' })).items).toHaveLength(1)
  })

  test('retention does not count deleted traces again when they are ingested again', async () => {
    const { client, spans } = await filled(2)
    const counted = await rollups(db())
    await client.retention.set({ rules: [{ ...rule, maxAgeDays: 1 }] })

    for (const time of [1, 2]) {
      expect(await client.retention.apply({}), `time ${time}`).toEqual({ deleted: 1 })
      await appendSpans(db(), DEFAULT_WORKSPACE, spans.slice(1))
      await storeAtStart(db())
    }

    expect((await client.traces.list({})).items).toHaveLength(2)
    expect(await rollups(db())).toEqual(counted)
  })

  test('forgets the oldest ids it deleted, but none that a user deleted', async () => {
    const { spans } = await filled(5)
    const ids = spans.map(({ traceId }) => traceId)
    await deleteTraces(db(), DEFAULT_WORKSPACE, ids.slice(0, 2))
    for (const id of ids.slice(2))
      await deleteTraces(db(), DEFAULT_WORKSPACE, [id], { isExpired: true })
    await appendSpans(db(), DEFAULT_WORKSPACE, spans.slice(0, 1))
    await deleteTraces(db(), DEFAULT_WORKSPACE, ids.slice(0, 1), { isExpired: true })

    await pruneRememberedTraces(db(), DEFAULT_WORKSPACE, 2)

    const left = await db().selectFrom('deleted_traces').select('id').execute()
    expect(left.map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b)).toEqual([0, 1, 3, 4])
  })

  test('forgets earlier ids when it deletes more', async () => {
    const { spans } = await filled(4)
    const before = spans.slice(3).map(({ traceId }) => traceId)
    await deleteTraces(db(), DEFAULT_WORKSPACE, before, { isExpired: true })
    const rules = [{ ...rule, maxAgeDays: 2 }]

    const deleted = await applyRetention(db(), DEFAULT_WORKSPACE, rules, { maxRemembered: 1 })

    expect(deleted).toBe(1)
    const left = await db().selectFrom('deleted_traces').select('id').execute()
    expect(left).toEqual([{ id: spans[2]?.traceId }])
  })

  test('retention by size deletes the oldest until the rest fits', async () => {
    const { client, left } = await filled(5)
    await client.retention.set({ rules: [{ ...rule, maxBytes: 2_500_000 }] })

    await client.retention.apply({})

    expect(await left()).toEqual([0, 1])
    expect(await client.retention.apply({})).toEqual({ deleted: 0 })
  })

  test('deletes traces that never ended after a while, and keeps recent unfinished traces', async () => {
    const { client } = createTestApp(db())
    const begun = (hoursAgo: number) =>
      makeSpan({
        startedAt: Date.now() * 1_000 - (hoursAgo * DAY) / 24,
        endedAt: null,
        status: 'running',
        payloadBytes: 2_000_000,
      })
    const [recent, old] = [begun(1), begun(30)]
    await appendSpans(db(), DEFAULT_WORKSPACE, [recent, old], { source: 'langsmith' })
    await storeAtStart(db())
    const rules = [{ ...rule, maxBytes: 1_000_000 }]
    await client.retention.set({ rules })

    expect(await client.retention.preview({ rules })).toMatchObject([{ traces: 1 }])
    expect(await client.retention.apply({})).toEqual({ deleted: 1 })
    const { items } = await client.traces.list({})
    expect(items.map(({ id }) => id)).toEqual([recent.traceId])
  })

  test('a rule for a project affects no other project', async () => {
    const { client, left } = await filled(3)
    await client.retention.set({ rules: [{ ...rule, project: 'other', maxAgeDays: 1 }] })

    expect(await client.retention.apply({})).toEqual({ deleted: 0 })
    expect(await left()).toEqual([0, 1, 2])
  })

  test('retention by age deletes closed incidents but not open ones', async () => {
    const { client } = createTestApp(db())
    const now = Date.now() * 1_000
    const { id } = await client.alerts.create({
      name: 'Odd',
      measure: 'count',
      comparison: 'above',
      threshold: 1,
      window: '5m',
    })
    const fired = async (day: number, isOver: boolean) => {
      const at = now - day * DAY
      const firing = { workspace_id: DEFAULT_WORKSPACE, id: uuidv7(), alert_id: id }
      const measured = { rule: '{}', value: 2, worst: 2, end_value: null, count: 2, first_at: at }
      await db()
        .insertInto('alert_firings')
        .values({ ...firing, ...measured, started_at: at, ended_at: isOver ? at + 1 : null })
        .execute()
      const told = {
        event: 'firing',
        body: '{}',
        status: 'sent',
        attempts: 1,
        error: null,
      } as const
      const times = { queued_at: at, due_at: at, sent_at: at }
      await db()
        .insertInto('alert_deliveries')
        .values({ ...firing, id: uuidv7(), firing_id: firing.id, ...told, ...times })
        .execute()
      return firing.id
    }
    await fired(9, true)
    const kept = [await fired(8, false), await fired(1, true)]
    await client.retention.set({ rules: [{ ...rule, maxAgeDays: 3 }] })

    await client.retention.apply({})

    const idsIn = async (table: 'alert_firings' | 'alert_deliveries', column: 'id' | 'firing_id') =>
      (await db().selectFrom(table).select(column).orderBy('id').execute()).map(
        (row) => row[column],
      )
    expect(await idsIn('alert_firings', 'id')).toEqual(kept)
    expect(await idsIn('alert_deliveries', 'firing_id')).toEqual(kept)
  })

  test('keeps traces of running runs', async () => {
    const { client } = createTestApp(db())
    const { id } = await queueRun(db())
    const old = makeSpan({ id, traceId: id, startedAt: 1, endedAt: 2 })
    await appendSpans(db(), DEFAULT_WORKSPACE, [old])
    await storeAtStart(db())
    await client.retention.set({ rules: [{ ...rule, maxAgeDays: 1 }] })

    expect(await client.retention.apply({})).toEqual({ deleted: 0 })
  })
})
