import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { v7 } from 'uuid'
import * as z from 'zod'
import { deleteTraces } from '../../traces/store/delete-trace.ts'
import { rollups } from '../../traces/metrics/rollups.fixture.ts'
import { insertAgent } from '../../traces/store/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { queueRun } from '../../testing/run-factory.ts'
import { ensureProject } from '../../traces/ingest/projects.store.ts'
import { imports, lines, storeRun } from './imports.fixture.ts'

const Exported = z.looseObject({
  spans: z.array(z.looseObject({})),
  feedbackItems: z.array(z.looseObject({})),
})

describeDatabases('exporting and importing a trace', (db) => {
  const serve = imports(db)

  test('a trace exported by this server is imported unchanged', async () => {
    const { client, exported, take } = await serve()
    const price = await client.models.setPrice({ pattern: 'demo-1', input: 30, output: 100 })
    const { row } = await ensureProject(db(), DEFAULT_WORKSPACE, { name: 'shop', createdAt: 1 })
    const { own } = await storeRun(db(), price.id, { source: 'langsmith', projectId: row.id })
    await client.traces.tag({ ids: [own.traceId], add: ['kept'] })
    const before = await client.traces.get({ id: own.traceId })
    const file = await exported()
    await client.traces.delete({ id: own.traceId })

    const report = await take(gzipSync(file))
    const secondImport = await take(zstdCompressSync(file))

    const { spanCount } = before.trace
    const problems = { total: 0, first: [] }
    const sums = { formats: ['lathe'], skippedRuns: 0, problems }
    expect(report).toEqual({ ...sums, traces: 1, spans: spanCount, existing: 0 })
    expect(secondImport).toEqual({ ...sums, traces: 0, spans: 0, existing: spanCount })
    expect(await client.traces.get({ id: own.traceId })).toEqual(before)
    expect(await client.traces.span({ traceId: own.traceId, spanId: own.id })).toMatchObject({
      inputs: { question: 'Why?' },
    })
    await client.traces.tag({ ids: [own.traceId], remove: ['kept', 'seen'] })
    expect((await client.traces.get({ id: own.traceId })).trace.tags).toEqual(['seen'])
  })

  test('a trace whose file separates it from its spans is imported', async () => {
    const { client, exported, take } = await serve()
    const { own } = await storeRun(db(), 'theirs', {})
    const { spans, ...trace } = Exported.parse(JSON.parse(await exported()))
    await client.traces.delete({ id: own.traceId })

    const report = await take(JSON.stringify({ format: 1, trace, exchanges: [], spans }))

    expect(report).toMatchObject({ traces: 1, spans: spans.length, problems: { total: 0 } })
    expect((await client.traces.get({ id: own.traceId })).spans).toHaveLength(spans.length)
  })

  test('a trace of another server is marked as imported and its prices as unknown', async () => {
    const { client, exported, take } = await serve()
    const { own, model } = await storeRun(db(), 'theirs', {})
    const file = await exported()
    await client.traces.delete({ id: own.traceId })

    await take(file)

    const { trace, spans } = await client.traces.get({ id: own.traceId })
    expect(trace).toMatchObject({ source: 'import', runId: null, cost: 5_000, unpriced: 0 })
    expect(spans.find(({ id }) => id === model.id)?.cost).toEqual({
      ...model.cost,
      priceId: 'sent',
    })
  })

  test('importing over a stored trace adds only new data', async () => {
    const { client, exported, take } = await serve()
    const { own, model } = await storeRun(db(), 'theirs', { source: 'langsmith', title: 'Mine' })
    const spanKey = { traceId: own.traceId, spanId: own.id }
    const feedback = await client.traces.addFeedback({ ...spanKey, key: 'thumbs', score: true })
    const file = await exported()
    await client.traces.editFeedback({ id: feedback.id, score: false })
    await client.traces.tag({ ids: [own.traceId], remove: ['seen'], add: ['changed'] })
    const before = await client.traces.get({ id: own.traceId })
    const { spans: previousSpans, feedbackItems, ...rest } = Exported.parse(JSON.parse(file))
    const newId = v7()
    const newSpan = { ...model, id: v7(), name: 'late' }
    const extendedTrace = {
      ...rest,
      title: 'Theirs',
      source: 'otlp',
      threadId: 'other',
      spans: [...previousSpans.map((span) => ({ ...span, name: 'renamed' })), newSpan],
      feedbackItems: [...feedbackItems, { ...feedback, id: newId, key: 'later' }],
    }

    const report = await take(lines(extendedTrace))

    expect(report).toMatchObject({ traces: 1, spans: 1, existing: 4 })
    const { trace, spans } = await client.traces.get({ id: own.traceId })
    const { title, source, threadId, tags } = before.trace
    expect(trace).toMatchObject({ title, source, threadId, tags, name: own.name, spanCount: 5 })
    expect(spans.map(({ name }) => name).toSorted()).toEqual(
      [...before.spans.map(({ name }) => name), 'late'].toSorted(),
    )
    expect(await client.traces.feedback({ id: own.traceId })).toMatchObject([
      { id: feedback.id, score: false },
      { id: newId, score: true },
    ])
  })

  test('an imported local run is linked to its agent again', async () => {
    const { client, exported, take } = await serve()
    const agentId = await insertAgent(db(), 'support')
    const { id, threadId } = await queueRun(db(), { agentId, version: 3 })
    await db().updateTable('runs').set({ status: 'success', lease_owner: null }).execute()
    await storeRun(
      db(),
      'theirs',
      { runId: id, agentId, version: 3, threadId },
      { id, traceId: id },
    )
    const before = await client.traces.get({ id })
    const file = await exported()
    await client.traces.delete({ id })

    await take(file)

    const { trace } = await client.traces.get({ id })
    expect(trace).toEqual(before.trace)
  })

  test('importing does not recount a local run that retention deleted', async () => {
    const { exported, take } = await serve()
    const { id, threadId } = await queueRun(db())
    await db().updateTable('runs').set({ status: 'success', lease_owner: null }).execute()
    await storeRun(db(), 'theirs', { runId: id, threadId }, { id, traceId: id })
    const before = await rollups(db())
    const file = await exported()
    await deleteTraces(db(), DEFAULT_WORKSPACE, [id], { isExpired: true })
    await db().deleteFrom('deleted_traces').execute()

    await take(file)

    expect(await rollups(db())).toEqual(before)
  })

  test('feedback and attachments are imported with their spans and missing ones are reported', async () => {
    const { client, exported, take } = await serve()
    const { own } = await storeRun(db(), 'theirs')
    const spanKey = { traceId: own.traceId, spanId: own.id }
    const feedback = await client.traces.addFeedback({ ...spanKey, key: 'thumbs', score: true })
    const address = { workspace_id: DEFAULT_WORKSPACE, trace_id: own.traceId, span_id: own.id }
    const attach = (name: string, size: number) => ({
      ...address,
      name,
      mime_type: 'image/png',
      size,
      body: Buffer.alloc(size, 1),
    })
    const mib = 1_024 * 1_024
    await db()
      .insertInto('attachments')
      .values([attach('huge.png', 31 * mib), attach('large.png', 9 * mib), attach('seen.png', 3)])
      .execute()
    const file = await exported()
    await client.traces.delete({ id: own.traceId })

    const report = await take(file)
    const [first = ''] = file.split('\n')
    const unknownSpan = {
      ...(JSON.parse(first) as object),
      feedbackItems: [{ ...feedback, spanId: v7() }],
    }
    const rejection = await take(lines(unknownSpan))

    expect(report).toMatchObject({ traces: 1, existing: 0 })
    expect(await take(file)).toMatchObject({ traces: 0, spans: 0, existing: report.spans })
    expect(report.problems.first).toEqual([
      { location: 'line 1', message: 'attachments lack huge.png: it was too large for the export' },
    ])
    expect(await client.traces.feedback({ id: own.traceId })).toEqual([feedback])
    const files = await client.traces.attachments(spanKey)
    expect(files).toEqual([
      { name: 'large.png', mimeType: 'image/png', size: 9 * mib },
      { name: 'seen.png', mimeType: 'image/png', size: 3 },
    ])
    expect(rejection.problems.first).toContainEqual({
      location: 'line 1',
      message: 'feedbackItems.0.spanId is not a span of this trace',
    })
  })

  test('importing does not change local runs', async () => {
    const { client, exported, take } = await serve()
    const { own } = await storeRun(db(), 'theirs', {})
    const file = await exported()

    const report = await take(file.replaceAll('"support"', '"mine"'))

    expect(report).toMatchObject({ skippedRuns: 1, traces: 0, spans: 0 })
    expect((await client.traces.get({ id: own.traceId })).trace.name).toBe('support')
  })
})
