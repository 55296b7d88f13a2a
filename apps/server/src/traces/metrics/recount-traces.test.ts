import type { RunSource } from '@lathe/contract'
import { expect, test } from 'vitest'
import { ensureProject } from '../ingest/projects.store.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { settingDocument } from '../../testing/documents.ts'
import { planWith } from '../../testing/comparison-app.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { toJson } from '../../platform/db/json.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { deleteTraces } from '../store/delete-trace.ts'
import { appendSpans } from '../store/append-spans.ts'
import { metricsSeries } from './metric-points.ts'
import { findTrace } from '../query/read-traces.ts'
import { listUncounted, recountTraces } from './recount-traces.ts'
import { HOUR } from './rollup-rows.ts'
import { rollups } from './rollups.fixture.ts'
import { makeRun, makeSpan, ms, NOON } from '../store/span.fixture.ts'
import type { TraceContext } from '../store/trace-context.ts'

const w = DEFAULT_WORKSPACE

describeDatabases('recounting traces of an earlier version', (db) => {
  const recount = async () => {
    const place = { workspace_id: w, started_at: NOON + HOUR, trace_id: '' }
    await db().insertInto('uncounted_traces').values(place).execute()
    await recountTraces(db(), w, new AbortController().signal)
    expect(await listUncounted(db())).toEqual([])
  }
  const total = async (...environment: string[]) => {
    const range = { from: NOON - HOUR, to: NOON + HOUR }
    const asked = environment.length > 0 ? { ...range, environment } : range
    return (await metricsSeries(db(), w, asked, 'hour')).total
  }
  const read = async (id: string) => (await findTrace(db(), w, id))?.trace

  /** A run of an own agent and its trace, which count as production. */
  const storeRun = async (source: RunSource) => {
    const { client } = createTestApp(db())
    const agent = await client.agents.create({ name: source, document: settingDocument() })
    const input = { question: 'Why?' }
    const { id } = await client.runs.start({ agent: agent.id, version: 'draft', input })
    await db().updateTable('runs').set({ source }).where('id', '=', id).execute()
    const run = makeRun({ id, traceId: id })
    await appendSpans(db(), w, run.all, { runId: id, agentId: agent.id })
    return run
  }

  test('moves comparisons out of production', async () => {
    const compared = await storeRun('comparison')
    await storeRun('user')

    await recount()

    expect(await read(compared.root.id)).toMatchObject({ environment: 'comparison' })
    expect(await total()).toMatchObject({ runs: 1, modelCalls: 1, toolCalls: 1, cost: 5_000 })
    expect(await total('comparison')).toMatchObject({ runs: 1, modelCalls: 1, cost: 5_000 })
    expect(await total('*')).toMatchObject({ runs: 2, modelCalls: 2, cost: 10_000 })
  })

  test('keeps the environment of traces that are deleted before they are recounted', async () => {
    const compared = await storeRun('comparison')
    await storeRun('user')
    const place = { workspace_id: w, started_at: NOON + HOUR, trace_id: '' }
    await db().insertInto('uncounted_traces').values(place).execute()

    await deleteTraces(db(), w, [compared.root.id], { isExpired: true })

    expect(await total()).toMatchObject({ runs: 1, modelCalls: 1, cost: 5_000 })
    expect(await total('comparison')).toMatchObject({ runs: 1, modelCalls: 1, cost: 5_000 })
  })

  test('deletes a recounted trace without counting it again', async () => {
    const compared = await storeRun('comparison')
    await recount()

    await deleteTraces(db(), w, [compared.root.id], { isExpired: true })

    expect(await total('comparison')).toMatchObject({ runs: 1, modelCalls: 1, cost: 5_000 })
  })

  test('moves rollups of deleted experiments and judges out of production', async () => {
    const project = { name: 'trial', referenceDatasetId: 'dataset', createdAt: NOON }
    const { row } = await ensureProject(db(), w, project)
    const { client } = createTestApp(db())
    const { id: agentId } = await client.comparisons.create({ name: 'C', plan: planWith({}) })
    const contexts: TraceContext[] = [
      { source: 'langsmith', projectId: row.id },
      { agentId },
      { source: 'otlp' },
    ]
    for (const context of contexts) {
      const { all, root } = makeRun()
      await appendSpans(db(), w, all, { ...context, environment: 'production' })
      await deleteTraces(db(), w, [root.id], { isExpired: true })
    }
    const before = await total('*')

    await recount()

    expect(await total()).toMatchObject({ runs: 1, modelCalls: 1, cost: 5_000 })
    expect(await total('comparison')).toMatchObject({ runs: 2, modelCalls: 2, cost: 10_000 })
    expect(await total('*')).toEqual(before)
  })

  test('finds the environment of experiments and of traces with metadata', async () => {
    const project = { name: 'trial', referenceDatasetId: 'dataset', createdAt: NOON }
    const { row } = await ensureProject(db(), w, project)
    const sent: [TraceContext, object][] = [
      [{ source: 'langsmith', projectId: row.id }, {}],
      [{ source: 'otlp' }, { environment: 'staging' }],
    ]
    for (const [context, metadata] of sent)
      await appendSpans(db(), w, [makeSpan({ metadata: { ...metadata } })], context)

    await recount()

    expect(await total()).toMatchObject({ runs: 1 })
    expect(await total('staging')).toMatchObject({ runs: 1 })
    expect(await total('comparison')).toMatchObject({ runs: 1 })
  })

  test('subtracts the time that runs waited for a human', async () => {
    const { root } = await storeRun('api')
    const paused = makeSpan({ traceId: root.id, parentId: root.id, node: 'ask' })
    await appendSpans(db(), w, [{ ...paused, status: 'interrupted' }])
    const statuses = [
      ['running', 0],
      ['interrupted', 100],
      ['running', 800],
      ['success', 1_000],
    ] as const
    const events = statuses.map(([status, at], index) => ({
      seq: index + 1,
      at: NOON + ms(at),
      body: { type: 'status', status, attempt: 1, error: null } as const,
    }))
    const row = { run_id: root.id, first_seq: 1, last_seq: 4, events: toJson(events) }
    await db().insertInto('run_events').values(row).execute()

    await recount()

    expect(await read(root.id)).toMatchObject({ activeMs: 300, waitingMs: 700 })
    expect((await total()).latency.p95).toBeCloseTo(300, -2)
  })

  test('distinguishes calls without token counts', async () => {
    const { root, model } = makeRun()
    await appendSpans(db(), w, [root, { ...model, usage: null, cost: null }])
    for (const table of ['traces', 'rollups'] as const)
      await db().updateTable(table).set({ unmetered: 0 }).execute()

    await recount()

    expect(await read(root.traceId)).toMatchObject({ unpriced: 0, unmetered: 1 })
    expect(await total()).toMatchObject({ unpriced: 0, unmetered: 1 })
  })

  test('changes nothing the second time', async () => {
    await storeRun('comparison')
    await recount()
    const before = await rollups(db())

    await recount()

    expect(await rollups(db())).toEqual(before)
    expect(await total('comparison')).toMatchObject({ runs: 1, modelCalls: 1 })
  })
})
