import { ReplaySettings } from '@lathe/contract'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { appendSpans } from '../store/append-spans.ts'
import { makeSpan } from '../store/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { toJson } from '../../platform/db/json.ts'
import {
  caseRow,
  planWith,
  promptColumn,
  startComparisonApp,
} from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { queueRun } from '../../testing/run-factory.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { purgeComparisons } from '../../comparisons/api/comparisons.store.ts'
import { insertBatch } from '../../runs/replay/batches.store.ts'
import { insertReplay } from '../../runs/replay/replays.store.ts'
import { applyRetention } from './apply-retention.ts'
import { DAY, storeDaily } from './retention.fixture.ts'

const w = DEFAULT_WORKSPACE
const rule = { project: null, maxAgeDays: null, maxBytes: null }

const SETTINGS = ReplaySettings.parse({ mode: 'exact' })

describeDatabases('traces kept by retention', (db) => {
  /** Stores one trace per day for five days, allows one day, and returns the remaining traces. */
  const filled = async () => {
    const { client } = createTestApp(db())
    const ids = (await storeDaily(db(), 5)).map(({ traceId }) => traceId)
    const rules = [{ ...rule, maxAgeDays: 1 }]
    await client.retention.set({ rules })
    const left = async () => {
      await client.retention.apply({})
      const { items } = await client.traces.list({ environment: ['*'] })
      return items.map(({ id }) => ids.indexOf(id))
    }
    const of = (age: number) => ids[age] ?? ''
    return { client, rules, of, left }
  }

  test('traces kept by retention include pinned ones until they are unpinned', async () => {
    const { client, of, left } = await filled()

    const pinned = await client.traces.pin({ ids: [of(0), of(3)], isPinned: true })
    expect(pinned).toEqual({ count: 2, changed: expect.arrayContaining([of(0), of(3)]) })
    expect(await left()).toEqual([0, 3])

    const again = await client.traces.pin({ ids: [of(3), uuidv7()], isPinned: true })
    expect(again).toEqual({ count: 0, changed: [] })
    await client.traces.pin({ ids: [of(3)], isPinned: false })
    expect(await left()).toEqual([0])
  })

  test('marks pinned traces and filters by pin', async () => {
    const { client, of } = await filled()
    await client.traces.pin({ filter: '"day 2"', isPinned: true })
    await client.traces.pin({ ids: [of(2)], isPinned: true })

    const idsOf = async (filter: string) =>
      (await client.traces.list({ filter })).items.map(({ id }) => id)
    expect(await idsOf('pinned:true')).toEqual([of(2)])
    expect(await idsOf('pinned:false')).toEqual([0, 1, 3, 4].map(of))
    expect(await idsOf('-pinned:true')).toEqual([0, 1, 3, 4].map(of))
    expect((await client.traces.get({ id: of(2) })).trace.isPinned).toBe(true)
    expect((await client.traces.get({ id: of(1) })).trace.isPinned).toBe(false)
  })

  test('deletes a pinned trace with its pin when a user deletes it', async () => {
    const { client, of } = await filled()
    await client.traces.pin({ ids: [of(3)], isPinned: true })

    await client.traces.delete({ id: of(3) })

    expect(await db().selectFrom('pinned_traces').selectAll().execute()).toEqual([])
  })

  test('traces kept by retention include recordings of a comparison until it is purged', async () => {
    const { client, of, left } = await filled()
    const plan = planWith({ cases: [{ ...caseRow('lifted', 'a\0b\ud800'), traceId: of(4) }] })
    const { id } = await client.comparisons.create({ name: 'Tapes', plan })
    await client.comparisons.delete({ id })
    expect(await left()).toEqual([0, 4])

    await db().updateTable('comparisons').set({ deleted_at: 1 }).execute()
    await purgeComparisons(db())

    expect(await left()).toEqual([0])
  })

  test('traces kept by retention include recordings of a suite', async () => {
    const { of, left } = await filled()
    const plan = planWith({ cases: [{ ...caseRow('lifted'), traceId: of(4) }] })
    const suite = { id: uuidv7(), workspace_id: w, name: 'Suite', agent_id: uuidv7() }
    const rest = { created_at: 1, deleted_at: null, comparison_id: null }
    await db()
      .insertInto('suites')
      .values({ ...suite, ...rest, baseline_version: 1, plan: toJson(plan) })
      .execute()

    expect(await left()).toEqual([0, 4])
  })

  test('traces kept by retention include the runs of a comparison and its judges', async () => {
    const { make, run, client } = await startComparisonApp(db())
    const cases = [caseRow('x'), caseRow('y')]
    await run(await make({ variants: [promptColumn('a', 'Say {{question}}')], cases }))
    const judged = makeSpan({ startedAt: 1, endedAt: 2 })
    const [comparison] = await db().selectFrom('comparisons').select('id').execute()
    await appendSpans(db(), w, [judged], { agentId: comparison?.id ?? '' })
    const before = (await client.traces.list({ environment: ['*'] })).items.map(({ id }) => id)
    const rules = [{ ...rule, maxAgeDays: 1 }]

    const deleted = await applyRetention(db(), w, rules, { now: Date.now() * 1_000 + 2 * DAY })

    expect(before).toHaveLength(3)
    expect(deleted).toBe(0)
  })

  test('traces kept by retention include the recording of a running replay', async () => {
    const { of, left } = await filled()
    const { id } = await queueRun(db())
    await insertReplay(db(), w, { id, traceId: of(4), settings: SETTINGS })
    expect(await left()).toEqual([0, 4])

    await db().updateTable('runs').set({ status: 'success' }).execute()

    expect(await left()).toEqual([0])
  })

  test('traces kept by retention include traces that a batch has yet to replay', async () => {
    const { of, left } = await filled()
    await insertBatch(db(), w, [of(2), of(4)], SETTINGS)
    expect(await left()).toEqual([0, 2, 4])

    await db().updateTable('replay_batches').set({ status: 'done' }).execute()

    expect(await left()).toEqual([0])
  })

  test('traces kept by retention use up space, so that other traces are deleted first', async () => {
    const { client, of, left } = await filled()
    await client.traces.pin({ ids: [of(3), of(4)], isPinned: true })
    const rules = [{ ...rule, maxBytes: 3_500_000 }]
    await client.retention.set({ rules })

    const preview = await client.retention.preview({ rules })

    expect(preview).toMatchObject([
      { traces: 2, bytes: 2_000_000, exempt: { traces: 2, bytes: 2_000_000 } },
    ])
    expect(await left()).toEqual([0, 3, 4])
    expect(await client.retention.apply({})).toEqual({ deleted: 0 })
  })

  test('the preview of an age rule counts kept traces', async () => {
    const { client, of, rules } = await filled()
    await client.traces.pin({ ids: [of(0), of(3)], isPinned: true })

    const preview = await client.retention.preview({ rules })

    expect(preview).toMatchObject([{ traces: 3, exempt: { traces: 1, bytes: 1_000_000 } }])
  })

  test('traces kept by retention include traces that arrived today but started long ago', async () => {
    const { client } = createTestApp(db())
    const began = Date.now() * 1_000 - 60 * DAY
    const imported = makeSpan({ startedAt: began, endedAt: began + 1 })
    await appendSpans(db(), w, [imported], { source: 'import' })
    const rules = [{ ...rule, maxAgeDays: 30 }]
    await client.retention.set({ rules })
    expect(await client.retention.apply({})).toEqual({ deleted: 0 })

    const late = { ...imported, id: uuidv7(), parentId: imported.id }
    await appendSpans(db(), w, [late], { source: 'import' })

    const in31Days = { now: Date.now() * 1_000 + 31 * DAY }
    expect(await applyRetention(db(), w, rules, in31Days)).toBe(1)
  })
})
