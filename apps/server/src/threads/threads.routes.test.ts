import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { settingDocument } from '../testing/documents.ts'
import { createTestApp } from '../testing/test-app.ts'

const input = { question: 'Why?' }

describeDatabases('threads API', (db) => {
  const withAgent = async () => {
    const app = createTestApp(db())
    await app.client.agents.create({ name: 'Echo', document: settingDocument() })
    const start = (threadId?: string) =>
      app.client.runs.start({ agent: 'echo', version: 'draft', input, threadId })
    return { ...app, start }
  }

  test('creates an empty thread', async () => {
    const { client } = await withAgent()

    const thread = await client.threads.create({ agent: 'echo', title: 'A', metadata: { a: 1 } })

    expect(thread).toMatchObject({ title: 'A', metadata: { a: 1 }, runCount: 0, status: null })
    expect(await client.threads.get({ id: thread.id })).toEqual(thread)
  })

  test('rejects a thread of an unknown agent', async () => {
    const { client } = await withAgent()

    await expect(client.threads.create({ agent: 'nobody' })).rejects.toMatchObject({
      code: 'NO_SUCH_AGENT',
    })
  })

  test('finds threads by message text, including quotes', async () => {
    const { client } = await withAgent()
    const said = await client.runs.start({
      agent: 'echo',
      version: 'draft',
      input: { question: 'The moon is "near"\nand round' },
    })
    await client.threads.rename({ id: said.threadId, title: 'Renamed' })
    await client.threads.create({ agent: 'echo', title: 'Another' })

    const find = async (q: string) => (await client.threads.list({ q })).items.map(({ id }) => id)
    expect(await find('is "near"')).toEqual([said.threadId])
    expect(await find('renam')).toEqual([said.threadId])
    expect(await find('sun')).toEqual([])
  })

  test('creates a thread for a run, titled by its input', async () => {
    const { client, start } = await withAgent()
    const run = await start()

    expect(await client.threads.get({ id: run.threadId })).toMatchObject({
      title: 'Why?',
      runCount: 1,
      status: 'pending',
      agentId: run.agentId,
    })
  })

  test('lists the last used first with the status of their newest run', async () => {
    const { client, start } = await withAgent()
    const older = await start()
    const newer = await start()
    await client.runs.cancel({ id: older.id })
    const again = await start(older.threadId)

    const { items } = await client.threads.list({ agent: 'echo' })

    expect(items.map(({ id, status, runCount }) => ({ id, status, runCount }))).toEqual([
      { id: again.threadId, status: 'pending', runCount: 2 },
      { id: newer.threadId, status: 'pending', runCount: 1 },
    ])
  })

  test('pages by time of last use', async () => {
    const { client, start } = await withAgent()
    for (let count = 0; count < 3; count++) await start()

    const page = await client.threads.list({ limit: 2 })
    const next = await client.threads.list({ limit: 2, before: page.items.at(-1)?.updatedAt })

    expect([page.hasMore, next.hasMore]).toEqual([true, false])
    expect(new Set([...page.items, ...next.items].map(({ id }) => id)).size).toBe(3)
  })

  test('searches titles, also after a rename', async () => {
    const { client, start } = await withAgent()
    const { threadId } = await start()
    await client.threads.rename({ id: threadId, title: '100% sure' })

    const found = async (q: string) => (await client.threads.list({ q })).items.length

    expect([await found('SURE'), await found('%'), await found('nobody')]).toEqual([1, 1, 0])
  })

  test('ends the live run of a deleted thread and keeps its runs', async () => {
    const { client, start, executor } = await withAgent()
    const run = await start()

    await client.threads.delete({ id: run.threadId })

    expect(executor.aborted).toEqual([run.id])
    expect((await client.runs.get({ id: run.id })).status).toBe('cancelled')
    await expect(client.threads.get({ id: run.threadId })).rejects.toMatchObject({
      code: 'NO_SUCH_THREAD',
    })
    await expect(start(run.threadId)).rejects.toMatchObject({ code: 'NO_SUCH_THREAD' })
  })
})
