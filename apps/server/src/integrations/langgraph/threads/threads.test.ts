import { expect, test } from 'vitest'
import { describeLanggraphClients } from '../../../testing/langgraph-harness.ts'

const question = { question: 'Tides?' }
const input = { messages: [{ role: 'user', content: 'What makes tides?' }] }
const threadId = '0190a000-0000-7000-8000-00000000abcd'

describeLanggraphClients("threads by LangGraph's client", (start) => {
  test('threads are created once under an id of the client', async () => {
    const { sdk } = await start()

    const thread = await sdk.threads.create({ threadId, metadata: { user: 'ada' } })
    const existing = await sdk.threads.create({ threadId, ifExists: 'do_nothing' })
    const duplicate = sdk.threads.create({ threadId })

    expect(thread).toMatchObject({ thread_id: threadId, status: 'idle', metadata: { user: 'ada' } })
    expect(existing).toEqual(thread)
    await expect(duplicate).rejects.toMatchObject({ status: 409 })
  })

  test('threads have no agent before their first run', async () => {
    const { sdk, client } = await start()
    await sdk.threads.create({ threadId })

    const before = await client.threads.list({})
    await sdk.runs.wait(threadId, 'set', { input: question })
    const { items } = await client.threads.list({ agent: 'set' })
    const second = sdk.runs.wait(threadId, 'chat', { input })

    expect(before.items).toEqual([])
    expect(items).toMatchObject([{ id: threadId, title: 'Tides?', status: 'success' }])
    await expect(second).rejects.toThrow('belongs to another agent')
  })

  test('threads are found by metadata and values', async () => {
    const { sdk } = await start()
    await sdk.threads.create({ threadId, metadata: { user: 'ada' } })
    const { thread_id: second } = await sdk.threads.create({ metadata: { user: 'bob' } })
    await sdk.runs.wait(second, 'set', { input: question })
    const ids = (threads: { thread_id: string }[]) => threads.map((thread) => thread.thread_id)

    const found = await Promise.all([
      sdk.threads.search({ metadata: { user: 'ada' } }),
      sdk.threads.search({ metadata: { graph_id: 'set' } }),
      sdk.threads.search({ values: question }),
      sdk.threads.search({ sortBy: 'created_at', sortOrder: 'asc' }),
      sdk.threads.search({ limit: 1, offset: 1, sortBy: 'created_at' }),
      sdk.threads.search({ status: 'busy' }),
    ])
    const selected = await sdk.threads.search({ ids: [second], select: ['thread_id', 'status'] })

    expect(found.map(ids)).toEqual([
      [threadId],
      [second],
      [second],
      [threadId, second],
      [threadId],
      [],
    ])
    expect(selected).toEqual([{ thread_id: second, status: 'idle' }])
    expect(await sdk.threads.count({ metadata: { user: 'bob' } })).toBe(1)
  })

  test('threads can be updated, copied and deleted', async () => {
    const { sdk } = await start()
    await sdk.threads.create({ threadId, metadata: { user: 'ada' } })
    await sdk.runs.wait(threadId, 'chat', { input })

    const changed = await sdk.threads.update(threadId, { metadata: { starred: true } })
    const copy = await sdk.threads.copy(threadId)
    await sdk.threads.delete(threadId)
    const state = await sdk.threads.getState(copy.thread_id)

    expect(changed.metadata).toMatchObject({ user: 'ada', starred: true, graph_id: 'chat' })
    expect(copy.values).toMatchObject({ messages: [{ type: 'human' }, { type: 'ai' }] })
    expect(state.values).toEqual(copy.values)
    await expect(sdk.threads.get(threadId)).rejects.toMatchObject({ status: 404 })
  })

  test('threads list every checkpoint, newest first', async () => {
    const { sdk } = await start()
    await sdk.threads.create({ threadId })
    await sdk.runs.wait(threadId, 'chat', { input })

    const history = await sdk.threads.getHistory(threadId)
    const [newest, before] = history
    const older = before
      ? await sdk.threads.getHistory(threadId, {
          before: { configurable: { ...newest?.checkpoint } },
        })
      : []
    const state = await sdk.threads.getState(threadId, before?.checkpoint)
    const stateById = await sdk.threads.getState(threadId, before?.checkpoint.checkpoint_id ?? '')

    expect(history.map(({ next }) => next)).toEqual([[], ['reply'], ['__start__']])
    expect(newest?.parent_checkpoint).toEqual(before?.checkpoint)
    expect(newest?.values).toMatchObject({ messages: [{ type: 'human' }, { type: 'ai' }] })
    expect(older).toEqual(history.slice(1))
    expect([state, stateById]).toEqual([before, before])
  })

  test('a client follows a thread run after run', async () => {
    const { sdk } = await start()
    await sdk.threads.create({ threadId })
    const listening = new AbortController()
    const states: unknown[] = []

    const events = (async () => {
      for await (const { event, data } of sdk.threads.joinStream(threadId, listening)) {
        if (event === 'values') states.push(data)
      }
    })()
    await sdk.runs.wait(threadId, 'set', { input: question })
    await expect.poll(() => states).toHaveLength(2)
    await sdk.runs.wait(threadId, 'set', { input: { question: 'Again?' } })

    await expect.poll(() => states).toHaveLength(4)
    listening.abort()
    await events.catch(() => undefined)
    expect(states.at(-1)).toEqual({ question: 'Again?', answer: 'done: Again?' })
  })

  test('a client following a thread receives a queued run that a newer one overtook', async () => {
    const { sdk } = await start()
    await sdk.threads.create({ threadId })
    await sdk.runs.wait(threadId, 'ask', { input: question })
    const listening = new AbortController()
    const questions: unknown[] = []
    const events = (async () => {
      for await (const { event, data } of sdk.threads.joinStream(threadId, listening)) {
        const { __interrupt__: pendingInterrupts } = data as { __interrupt__?: { value: object }[] }
        if (event === 'values' && pendingInterrupts) questions.push(pendingInterrupts[0]?.value)
      }
    })()

    await expect.poll(() => questions).toHaveLength(1)
    await sdk.runs.create(threadId, 'ask', { input: { question: 'Second?' } })

    await expect
      .poll(() => questions)
      .toMatchObject([{ message: 'Tides?' }, { message: 'Second?' }])
    listening.abort()
    await events.catch(() => undefined)
  })

  test('threads have an empty state before their first run', async () => {
    const { sdk } = await start()
    await sdk.threads.create({ threadId })

    expect(await sdk.threads.getState(threadId)).toMatchObject({ values: {}, next: [], tasks: [] })
    expect(await sdk.threads.getHistory(threadId)).toEqual([])
  })

  test('threads return the next nodes as soon as a run starts', async () => {
    const { sdk } = await start({ script: [{ reply: { tokens: 60, fault: 'stall' } }] })
    await sdk.threads.create({ threadId })
    const { run_id: runId } = await sdk.runs.create(threadId, 'chat', { input })

    const { next } = await sdk.threads.getState(threadId)

    expect(next).not.toEqual([])
    await sdk.runs.cancel(threadId, runId, true)
  })

  test('threads accept a state update as a node and continue with its successors', async () => {
    const { sdk } = await start()
    await sdk.threads.create({ threadId })
    await sdk.runs.wait(threadId, 'ask', { input: question })

    const { configurable } = await sdk.threads.updateState(threadId, {
      values: { answer: 'decided elsewhere' },
      asNode: 'check',
    })
    const state = await sdk.threads.getState<Record<string, string>>(threadId)
    const invalidUpdate = sdk.threads.updateState(threadId, { values: { nowhere: 1 } })

    expect(state).toMatchObject({
      checkpoint: configurable,
      values: { answer: 'decided elsewhere' },
      next: [],
    })
    await expect(invalidUpdate).rejects.toMatchObject({ status: 422 })
    await expect(invalidUpdate).rejects.toThrow('no such channel')
  })
})
