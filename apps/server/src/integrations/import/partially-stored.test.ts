import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { appendSpans } from '../../traces/store/append-spans.ts'
import { deleteTrace } from '../../traces/store/delete-trace.ts'
import { insertAgent, unfinished } from '../../traces/store/span.fixture.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { queueRun } from '../../testing/run-factory.ts'
import { ensureProject } from '../../traces/ingest/projects.store.ts'
import { imports, lines, storeRun } from './imports.fixture.ts'

describeDatabases('a file with a partially stored trace', (db) => {
  const serve = imports(db)

  test('importing the root of a trace sets its title, thread, project and tags', async () => {
    const { client, exported, take } = await serve()
    const { row } = await ensureProject(db(), DEFAULT_WORKSPACE, { name: 'shop', createdAt: 1 })
    const context = {
      source: 'langsmith',
      title: 'Why?',
      threadId: 'talk',
      projectId: row.id,
    } as const
    const { own: ownRoot, tool } = await storeRun(db(), 'sent', context)
    await client.traces.tag({ ids: [ownRoot.traceId], add: ['kept'] })
    const before = await client.traces.get({ id: ownRoot.traceId })
    const file = await exported()
    await client.traces.delete({ id: ownRoot.traceId })
    await appendSpans(db(), DEFAULT_WORKSPACE, [tool], { source: 'langsmith' })

    const report = await take(file)

    expect(report).toMatchObject({ traces: 1, spans: 3, existing: 1 })
    expect(await client.traces.get({ id: ownRoot.traceId })).toEqual(before)
    const { items } = await client.traces.list({ filter: 'tag:kept' })
    expect(items.map(({ id }) => id)).toEqual([ownRoot.traceId])
  })

  test('importing keeps the existing title, thread and tags of a trace', async () => {
    const { client, exported, take } = await serve()
    const { own: ownRoot, tool } = await storeRun(db(), 'sent')
    await client.traces.tag({ ids: [ownRoot.traceId], add: ['kept'] })
    const file = await exported()
    await client.traces.delete({ id: ownRoot.traceId })
    const ownContext = { source: 'langsmith', title: 'Mine', threadId: 'other' } as const
    await appendSpans(db(), DEFAULT_WORKSPACE, [tool], ownContext)
    await client.traces.tag({ ids: [ownRoot.traceId], add: ['mine'] })

    await take(file)

    const { trace } = await client.traces.get({ id: ownRoot.traceId })
    expect(trace).toMatchObject({ title: 'Mine', threadId: 'other' })
    expect(trace.tags.toSorted()).toEqual(['kept', 'mine', 'seen'])
  })

  test('importing completes an ended local run', async () => {
    const { client, exported, take } = await serve()
    const agentId = await insertAgent(db(), 'support')
    const { id, threadId } = await queueRun(db(), { agentId })
    await db().updateTable('runs').set({ status: 'success', lease_owner: null }).execute()
    const context = { runId: id, agentId, threadId, title: 'Why?' }
    const { own: ownRoot, tool } = await storeRun(db(), 'sent', context, { id, traceId: id })
    const before = await client.traces.get({ id })
    const file = await exported()
    await client.traces.delete({ id })
    await appendSpans(db(), DEFAULT_WORKSPACE, [ownRoot, tool], context)

    const report = await take(file)
    const secondImport = await take(file)

    expect(report).toMatchObject({ skippedRuns: 0, traces: 1, spans: 2, existing: 2 })
    expect(secondImport).toMatchObject({ skippedRuns: 1, traces: 0, spans: 0 })
    expect(await client.traces.get({ id })).toEqual(before)
  })

  test('importing does not change a local run that is live', async () => {
    const { exported, take } = await serve()
    const { id } = await queueRun(db(), { agentId: await insertAgent(db(), 'support') })
    const { own: ownRoot } = await storeRun(db(), 'sent', {}, { id, traceId: id })
    const file = await exported()
    await deleteTrace(db(), DEFAULT_WORKSPACE, id)
    await appendSpans(db(), DEFAULT_WORKSPACE, [ownRoot])

    const report = await take(file)

    expect(report).toMatchObject({ skippedRuns: 1, traces: 0, spans: 0 })
  })

  test('importing ends a running span and keeps its stored fields', async () => {
    const { client, exported, take } = await serve()
    const { own: ownRoot } = await storeRun(db(), 'sent', undefined, { outputs: { answer: 'So.' } })
    const file = await exported()
    await client.traces.delete({ id: ownRoot.traceId })
    const running = { ...unfinished(ownRoot), name: 'mine', inputs: { question: 'Mine?' } }
    await appendSpans(db(), DEFAULT_WORKSPACE, [running], { source: 'langsmith' })

    const report = await take(file)

    expect(report).toMatchObject({ traces: 1, spans: 4, existing: 0 })
    const span = await client.traces.span({ traceId: ownRoot.traceId, spanId: ownRoot.id })
    expect(span).toMatchObject({
      name: 'mine',
      status: 'success',
      endedAt: ownRoot.endedAt,
      inputs: { question: 'Mine?' },
      outputs: { answer: 'So.' },
    })
  })

  test('importing does not change another trace with the same feedback and span ids', async () => {
    const { client, exported, take } = await serve()
    const { own: ownRoot } = await storeRun(db(), 'sent')
    const spanKey = { traceId: ownRoot.traceId, spanId: ownRoot.id }
    const storedFeedback = await client.traces.addFeedback({
      ...spanKey,
      key: 'thumbs',
      score: true,
    })
    const address = {
      workspace_id: DEFAULT_WORKSPACE,
      trace_id: ownRoot.traceId,
      span_id: ownRoot.id,
    }
    const storedFile = {
      name: 'seen.png',
      mime_type: 'image/png',
      size: 3,
      body: Buffer.alloc(3, 1),
    }
    await db()
      .insertInto('attachments')
      .values({ ...address, ...storedFile })
      .execute()
    const copyId = v7()
    const copy = (await exported())
      .replaceAll(ownRoot.traceId, copyId)
      .replaceAll('"score":true', '"score":false')
      .replaceAll(storedFile.body.toString('base64'), Buffer.alloc(2, 2).toString('base64'))

    const report = await take(copy)

    expect(report).toMatchObject({ traces: 1, spans: 4 })
    expect(report.problems).toEqual({
      total: 1,
      first: [
        {
          location: 'line 1',
          message: `feedbackItems leave out thumbs: its id, ${storedFeedback.id}, belongs to other feedback`,
        },
      ],
    })
    expect(await client.traces.feedback({ id: ownRoot.traceId })).toEqual([storedFeedback])
    expect(await client.traces.feedback({ id: copyId })).toEqual([])
    const sizes = async (traceId: string) =>
      (await client.traces.attachments({ ...spanKey, traceId })).map(({ size }) => size)
    expect(await sizes(ownRoot.traceId)).toEqual([3])
    expect(await sizes(copyId)).toEqual([2])
  })

  test('importing reports duplicate feedback ids, within a trace or across traces of the file', async () => {
    const { client, exported, take } = await serve()
    const { own: ownRoot } = await storeRun(db(), 'sent')
    const spanKey = { traceId: ownRoot.traceId, spanId: ownRoot.id }
    await client.traces.addFeedback({ ...spanKey, key: 'thumbs', score: true })
    const file = await exported()
    await client.traces.delete({ id: ownRoot.traceId })
    const line: { feedbackItems: unknown[] } = JSON.parse(file)
    const doubled = { ...line, feedbackItems: line.feedbackItems.flatMap((item) => [item, item]) }

    const { problems } = await take(lines(doubled) + file.replaceAll(ownRoot.traceId, v7()))

    expect(problems.total).toBe(2)
    expect(problems.first).toMatchObject([
      { location: 'line 1', message: 'feedbackItems.1 comes twice' },
      { location: 'line 2', message: expect.stringContaining('leave out thumbs') },
    ])
    expect(await client.traces.feedback({ id: ownRoot.traceId })).toHaveLength(1)
  })

  test('importing reports feedback whose id waits for another span, but not for the same span', async () => {
    const { client, exported, take } = await serve()
    const { own: ownRoot } = await storeRun(db(), 'sent')
    const spanKey = { traceId: ownRoot.traceId, spanId: ownRoot.id }
    await client.traces.addFeedback({ ...spanKey, key: 'thumbs', score: true })
    await client.traces.addFeedback({ ...spanKey, key: 'waiting', score: true })
    const file = await exported()
    const storedFeedback = await db().selectFrom('feedback').selectAll().execute()
    await client.traces.delete({ id: ownRoot.traceId })
    const pendingFeedback = storedFeedback.map((item) => ({
      ...item,
      trace_id: null,
      span_id: item.key === 'thumbs' ? v7() : item.span_id,
    }))
    await db().insertInto('feedback').values(pendingFeedback).execute()

    const { problems } = await take(file)

    expect(problems.total).toBe(1)
    expect(problems.first[0]?.message).toContain('leave out thumbs')
    expect(await client.traces.feedback({ id: ownRoot.traceId })).toMatchObject([
      { key: 'waiting' },
    ])
  })

  test('importing reports feedback that belongs to another trace, local runs included', async () => {
    const { client, exported, take } = await serve()
    const agentId = await insertAgent(db(), 'support')
    const { id, threadId } = await queueRun(db(), { agentId })
    await db().updateTable('runs').set({ status: 'success', lease_owner: null }).execute()
    const { own: ownRoot } = await storeRun(
      db(),
      'sent',
      { runId: id, agentId, threadId },
      { id, traceId: id },
    )
    const storedFeedback = { traceId: id, spanId: ownRoot.id, key: 'thumbs', score: true }
    await client.traces.addFeedback(storedFeedback)
    const file = await exported()
    await db().updateTable('feedback').set({ trace_id: v7() }).execute()

    const report = await take(file)

    expect(report).toMatchObject({ skippedRuns: 1, traces: 0, problems: { total: 1 } })
  })

  test('importing stores new feedback of spans that all exist', async () => {
    const { client, exported, take } = await serve()
    const { own: ownRoot } = await storeRun(db(), 'sent')
    const spanKey = { traceId: ownRoot.traceId, spanId: ownRoot.id }
    const { id } = await client.traces.addFeedback({ ...spanKey, key: 'thumbs', score: true })
    const file = await exported()
    await client.traces.deleteFeedback({ id })

    const report = await take(file)
    const secondImport = await take(file)

    expect(report).toMatchObject({ traces: 1, spans: 0, existing: 4 })
    expect(secondImport).toMatchObject({ traces: 0, spans: 0, existing: 4 })
  })
})
