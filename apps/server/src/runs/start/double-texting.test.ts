import { isEnded, type MultitaskStrategy, type RunDetail } from '@lathe/contract'
import { type MockProvider, startMockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { asking, chained } from '../../testing/runnable-documents.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const slow = { match: 'first', reply: { tokens: 60, fault: 'stall' }, times: 1 }

describeDatabases('a second run on a thread', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  /** An agent of two model calls with a run in its second call. */
  async function withSlowRun() {
    const mockProvider: MockProvider = await startMockProvider({
      script: [slow, { reply: 'Said.' }],
    })
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client, context } = app
    await client.models.createConnection({
      name: 'lane',
      baseUrl: mockProvider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    })
    const document = chained(['one', 'two'], 'lane')
    await client.agents.create({ name: 'Tides', document })
    const { id: threadId } = await client.threads.create({ agent: 'tides' })
    const start = (question: string, multitaskStrategy?: MultitaskStrategy) =>
      client.runs.start({
        agent: 'tides',
        version: 'draft',
        threadId,
        input: { question },
        ...(multitaskStrategy && { multitaskStrategy }),
      })
    const first = await start('first')
    for await (const { body } of context.executor.events(first.id, { after: 0, until: 'ended' })) {
      if (body.type === 'token') break
    }
    const end = async (run: RunDetail) => {
      for (;;) {
        const found = await client.runs.get({ id: run.id })
        if (isEnded(found.status)) return found
        await context.executor.waitUntilSettled(run.id, AbortSignal.timeout(500))
      }
    }
    return { ...app, threadId, start, first, end }
  }

  test('a second run on a thread is rejected by default', async () => {
    const { start, first } = await withSlowRun()

    await expect(start('second')).rejects.toMatchObject({
      code: 'THREAD_BUSY',
      data: { runId: first.id, status: 'running' },
    })
  })

  test('waits in order with `enqueue`', async () => {
    const { client, start, first, end } = await withSlowRun()

    const second = await start('second', 'enqueue')
    const third = await start('third', 'enqueue')
    const before = await Promise.all([second, third].map(({ id }) => client.runs.get({ id })))
    await client.runs.cancel({ id: first.id })
    const ended = [await end(second), await end(third)]

    expect(before.map(({ status }) => status)).toEqual(['pending', 'pending'])
    expect(ended.map(({ status }) => status)).toEqual(['success', 'success'])
    expect(ended[1]?.startedAt ?? 0).toBeGreaterThanOrEqual(ended[0]?.endedAt ?? Infinity)
  })

  test('waits behind an interrupted run', async () => {
    const app = await startRunningApp(db())
    stop = app.stop
    const { client } = app
    await client.agents.create({ name: 'Ask', document: asking() })
    const ask = { agent: 'ask', version: 'draft', input: { question: 'Shall we?' } } as const
    const paused = await client.runs.wait(ask)
    const { threadId } = paused

    const second = await client.runs.start({ ...ask, threadId, multitaskStrategy: 'enqueue' })
    await client.runs.cancel({ id: paused.id })
    await app.context.executor.waitUntilSettled(second.id)

    expect(await client.runs.get({ id: second.id })).toMatchObject({ status: 'interrupted' })
  })

  test('replaces the live run and keeps its progress with `interrupt`', async () => {
    const { client, threadId, start, first, end } = await withSlowRun()

    const second = await end(await start('second', 'interrupt'))

    const { items } = await client.threads.history({ id: threadId })
    expect(second.status).toBe('success')
    expect((await client.runs.get({ id: first.id })).status).toBe('cancelled')
    expect(new Set(items.map(({ runId }) => runId))).toEqual(new Set([second.id, first.id]))
  })

  test("reverts the live run's changes with `rollback`", async () => {
    const { client, threadId, start, first, end } = await withSlowRun()

    const second = await end(await start('second', 'rollback'))

    const { items } = await client.threads.history({ id: threadId })
    expect(second.status).toBe('success')
    expect((await client.runs.get({ id: first.id })).status).toBe('cancelled')
    expect(new Set(items.map(({ runId }) => runId))).toEqual(new Set([second.id]))
  })

  test.each(['interrupt', 'rollback'] as const)(
    'replaces the running one and the queue behind it with %s',
    async (strategy) => {
      const { client, start, first, end } = await withSlowRun()
      const queued = [await start('second', 'enqueue'), await start('third', 'enqueue')]

      const last = await end(await start('last', strategy))

      const replaced = await Promise.all(
        [first, ...queued].map(({ id }) => client.runs.get({ id })),
      )
      expect(last.status).toBe('success')
      expect(replaced.map(({ status }) => status)).toEqual(Array(3).fill('cancelled'))
    },
  )

  test('a second run on a thread is accepted with `interrupt` when several arrive at once', async () => {
    const { client, start, end } = await withSlowRun()

    const started = await Promise.all(['a', 'b', 'c'].map((name) => start(name, 'interrupt')))

    const ended = await Promise.all(started.map(end))
    const statuses = ended.map(({ status }) => status)
    expect(statuses.filter((status) => status === 'success').length).toBeGreaterThan(0)
    expect(statuses.every((status) => ['success', 'cancelled'].includes(status))).toBe(true)
    expect((await client.runs.list({ status: ['pending', 'running'] })).items).toEqual([])
  })

  test('ends nothing if it is invalid', async () => {
    const { client, threadId, first } = await withSlowRun()

    const wrong = client.runs.start({
      agent: 'tides',
      version: 'draft',
      threadId,
      input: { nonsense: 1 },
      multitaskStrategy: 'interrupt',
    })

    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect((await client.runs.get({ id: first.id })).status).toBe('running')
  })
})
