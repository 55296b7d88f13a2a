import { GraphDocument, type InterruptAnswer } from '@lathe/contract'
import { startMockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { purgeThreads } from './deleted-threads.store.ts'
import { describeDatabases } from '../testing/databases.ts'
import { approving, calculating } from '../testing/langgraph-harness.ts'
import { startRunningApp } from '../testing/running-app.ts'

/** Counts, asks, and counts again. */
const document = GraphDocument.parse({
  format: 1,
  state: {
    messages: { type: 'messages' },
    count: { type: 'number', reducer: 'sum', default: 0 },
    decision: { type: 'string' },
  },
  input: ['messages'],
  output: ['count'],
  nodes: {
    first: { kind: 'set', values: { count: { value: 1 } } },
    review: {
      kind: 'ask',
      message: 'Go on?',
      decisions: [{ port: 'yes' }, { port: 'no' }],
      writes: { decision: 'decision' },
    },
    second: { kind: 'set', values: { count: { value: 10 } } },
  },
  edges: [
    { from: 'start', to: 'first' },
    { from: 'first', to: 'review' },
    { from: 'review', when: 'yes', to: 'second' },
    { from: 'review', when: 'no', to: 'end' },
    { from: 'second', to: 'end' },
  ],
})

const input = { messages: [{ role: 'user', content: 'Hello' }] }
const yes: InterruptAnswer = { kind: 'ask', decision: 'yes', values: {} }

describeDatabases('thread state', (db) => {
  let stop: (() => Promise<void>) | undefined
  afterEach(() => stop?.())

  const paused = async () => {
    const app = await startRunningApp(db())
    stop = app.stop
    const { client } = app
    await client.agents.create({ name: 'Counter', document })
    const run = await client.runs.wait({ agent: 'counter', version: 'draft', input })
    const answer = async () => {
      const answers = Object.fromEntries(run.interrupts.map(({ id }) => [id, yes]))
      await client.runs.resume({ id: run.id, answers })
      await app.context.executor.waitUntilSettled(run.id)
      return client.runs.get({ id: run.id })
    }
    return { client, run, answer }
  }

  test('thread state is empty before the first run', async () => {
    const { client } = await paused()
    const { id } = await client.threads.create({ agent: 'counter' })

    expect(await client.threads.state({ id })).toEqual({
      values: {},
      next: [],
      checkpointId: null,
      interrupts: [],
    })
    expect(await client.threads.history({ id })).toEqual({ items: [], hasMore: false })
  })

  test('reports the interrupted node and its interrupt', async () => {
    const { client, run } = await paused()

    const state = await client.threads.state({ id: run.threadId })

    expect(run.status).toBe('interrupted')
    expect(state).toMatchObject({
      values: { count: 1, messages: [{ role: 'user', content: 'Hello' }] },
      next: ['review'],
      interrupts: [{ kind: 'ask', message: 'Go on?', node: 'review' }],
    })
  })

  test('contains the message whose call needs approval, and its call as cancelled after the run', async () => {
    const mockProvider = await startMockProvider(calculating)
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    await client.models.createConnection({
      name: 'lane',
      baseUrl: mockProvider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    })
    await client.agents.create({ name: 'Approving', document: approving() })
    const start = { agent: 'approving', version: 'draft' as const, input }
    const { id, threadId } = await client.runs.wait(start)

    const waiting = await client.threads.state({ id: threadId })
    const { items } = await client.threads.history({ id: threadId })
    await client.runs.cancel({ id })
    const cancelled = await client.threads.state({ id: threadId })

    expect(waiting.values['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', toolCalls: [{ name: 'calculator' }] },
    ])
    expect(items[0]?.values['messages']).toMatchObject([{ role: 'user' }])
    expect(cancelled.values['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', toolCalls: [{ name: 'calculator' }] },
      { role: 'tool', name: 'calculator', status: 'error' },
    ])
  })

  test("uses the node names of the run's document", async () => {
    const { client } = await paused()
    const { review, ...others } = document.nodes
    const renamed = GraphDocument.parse({
      ...document,
      nodes: { ...others, decision: review },
      edges: document.edges.map((edge) => ({
        ...edge,
        from: edge.from === 'review' ? 'decision' : edge.from,
        to: edge.to === 'review' ? 'decision' : edge.to,
      })),
    })
    await client.agents.create({ name: 'Renamed', document: renamed })

    const run = await client.runs.wait({ agent: 'renamed', version: 'draft', input })
    const { items } = await client.threads.history({ id: run.threadId })

    expect(await client.threads.state({ id: run.threadId })).toMatchObject({ next: ['decision'] })
    expect(items.map(({ next }) => next)).toEqual([['decision'], ['first'], []])
  })

  test('thread state has no next nodes at the end', async () => {
    const { client, run, answer } = await paused()

    expect(await answer()).toMatchObject({ status: 'success', output: { count: 11 } })
    expect(await client.threads.state({ id: run.threadId })).toMatchObject({
      values: { count: 11, decision: 'yes' },
      next: [],
      interrupts: [],
    })
  })

  test('thread state has a history, newest first, whose entries link to their parents', async () => {
    const { client, run, answer } = await paused()
    await answer()

    const { items } = await client.threads.history({ id: run.threadId })

    expect(items.map(({ next }) => next)).toEqual([[], ['second'], ['review'], ['first'], []])
    expect(items.map(({ parentId }) => parentId)).toEqual([
      ...items.slice(1).map(({ id }) => id),
      null,
    ])
    expect(items.every(({ runId }) => runId === run.id)).toBe(true)
    expect(
      items.some(({ values }) => Object.keys(values).some((key) => key.startsWith('__'))),
    ).toBe(false)
  })

  test('pages through its history', async () => {
    const { client, run } = await paused()
    const { items } = await client.threads.history({ id: run.threadId })

    const first = await client.threads.history({ id: run.threadId, limit: 1 })
    const rest = await client.threads.history({ id: run.threadId, before: first.items[0]?.id })

    expect([first.hasMore, rest.hasMore]).toEqual([true, false])
    expect([...first.items, ...rest.items]).toEqual(items)
  })

  test('thread state has a tree of checkpoints that marks interrupts', async () => {
    const { client, run, answer } = await paused()
    await answer()
    const { items: history } = await client.threads.history({ id: run.threadId })
    const review = history.find(({ next }) => next.includes('review'))
    await client.runs.wait({
      agent: 'counter',
      threadId: run.threadId,
      checkpoint: { id: review?.id ?? '', values: { count: 5 } },
    })

    const { items, hasMore } = await client.threads.tree({ id: run.threadId })

    expect(hasMore).toBe(false)
    const { items: whole } = await client.threads.history({ id: run.threadId })
    expect(whole).toMatchObject(
      items.map(({ id, parentId, next, createdAt }) => ({ id, parentId, next, createdAt })),
    )
    const children = items.filter(({ parentId }) => parentId === review?.id)
    expect(children.map(({ source }) => source).toSorted()).toEqual(['loop', 'update'])
    expect(items.filter(({ hasInterrupt: isAsked }) => isAsked).map(({ next }) => next)).toEqual([
      ['review'],
      ['review'],
    ])
  })

  test('returns one checkpoint by id and rejects unknown ids', async () => {
    const { client, run } = await paused()
    const { items } = await client.threads.history({ id: run.threadId })
    const find = (checkpointId: string) =>
      client.threads.checkpoint({ id: run.threadId, checkpointId })

    expect(await find(items[1]?.id ?? '')).toEqual(items[1])
    await expect(find('none')).rejects.toMatchObject({ code: 'NO_SUCH_CHECKPOINT' })
  })

  test('a thread is found by a value its state contained, even if no run returned it', async () => {
    const { client, run, answer } = await paused()
    await answer()
    await client.threads.rename({ id: run.threadId, title: 'Renamed' })

    const find = async (q: string) => (await client.threads.list({ q })).items.map(({ id }) => id)
    expect(await find('YES')).toEqual([run.threadId])
    expect(await find('nowhere')).toEqual([])
  })

  test('thread state is deleted when the thread is purged', async () => {
    const { client, run } = await paused()
    await client.threads.delete({ id: run.threadId })
    await db().updateTable('deleted_threads').set({ deleted_at: 0 }).execute()

    await purgeThreads(db())

    expect(await db().selectFrom('checkpoints').selectAll().execute()).toEqual([])
    expect((await client.runs.get({ id: run.id })).status).toBe('cancelled')
  })
})
