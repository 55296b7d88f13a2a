import { expect, test } from 'vitest'
import { appendSpans } from '../../db/spans/append-spans.ts'
import { DEFAULT_WORKSPACE } from '../../db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { ensureProject } from '../../ingest/projects.store.ts'
import { imports, storeRun } from './imports.fixture.ts'

describeDatabases('a file of a trace that is stored in part', (db) => {
  const serve = imports(db)

  test('brings its title, thread, project and tags with its root', async () => {
    const { client, exported, take } = await serve()
    const { row } = await ensureProject(db(), DEFAULT_WORKSPACE, { name: 'shop', createdAt: 1 })
    const context = {
      source: 'langsmith',
      title: 'Why?',
      threadId: 'talk',
      projectId: row.id,
    } as const
    const { own, tool } = await storeRun(db(), 'sent', context)
    await client.traces.tag({ ids: [own.traceId], add: ['kept'] })
    const before = await client.traces.get({ id: own.traceId })
    const file = await exported()
    await client.traces.delete({ id: own.traceId })
    await appendSpans(db(), DEFAULT_WORKSPACE, [tool], { source: 'langsmith' })

    const report = await take(file)

    expect(report).toMatchObject({ traces: 1, spans: 3, known: 1 })
    expect(await client.traces.get({ id: own.traceId })).toEqual(before)
    const { items } = await client.traces.list({ filter: 'tag:kept' })
    expect(items.map(({ id }) => id)).toEqual([own.traceId])
  })

  test('keeps the title, thread and tags that it has', async () => {
    const { client, exported, take } = await serve()
    const { own, tool } = await storeRun(db(), 'sent')
    await client.traces.tag({ ids: [own.traceId], add: ['kept'] })
    const file = await exported()
    await client.traces.delete({ id: own.traceId })
    const mine = { source: 'langsmith', title: 'Mine', threadId: 'other' } as const
    await appendSpans(db(), DEFAULT_WORKSPACE, [tool], mine)
    await client.traces.tag({ ids: [own.traceId], add: ['mine'] })

    await take(file)

    const { trace } = await client.traces.get({ id: own.traceId })
    expect(trace).toMatchObject({ title: 'Mine', threadId: 'other' })
    expect(trace.tags.toSorted()).toEqual(['kept', 'mine', 'seen'])
  })
})
