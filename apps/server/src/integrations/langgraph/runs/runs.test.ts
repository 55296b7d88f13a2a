import { expect, test } from 'vitest'
import { collect } from '../../../testing/executor-harness.ts'
import { describeLanggraphClients } from '../../../testing/langgraph-harness.ts'

const input = { messages: [{ role: 'user', content: 'What makes tides?' }] }
const question = { question: 'Tides?' }
const slow = { script: [{ reply: { tokens: 60, fault: 'stall' } }] }

type Chunk = { event: string; data: unknown }
const eventData = (chunks: Chunk[], event: string) =>
  chunks.filter((chunk) => chunk.event === event).map(({ data }) => data)

describeLanggraphClients("runs by LangGraph's client", (start) => {
  test('starting an unknown agent fails with a hint how to list agents', async () => {
    const { sdk } = await start()

    await expect(sdk.runs.wait(null, 'nobody', { input })).rejects.toThrow('/assistants/search')
  })

  test('runs stream tokens, node updates and the state', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()

    const streamMode = ['values', 'updates', 'messages-tuple'] as const
    const chunks = await collect(
      sdk.runs.stream(threadId, 'chat', { input, streamMode: [...streamMode] }),
    )

    const tuples = eventData(chunks, 'messages') as [{ content: string; id: string }, object][]
    expect(eventData(chunks, 'metadata')).toEqual([{ run_id: expect.any(String), attempt: 1 }])
    expect(tuples.map(([{ content }]) => content).join('')).toBe('The moon does.')
    expect(tuples[0]?.[1]).toMatchObject({
      langgraph_node: 'reply',
      langgraph_step: 1,
      thread_id: threadId,
      ls_model_name: 'demo-fast',
    })
    expect(eventData(chunks, 'updates')).toEqual([
      { reply: { messages: [expect.objectContaining({ type: 'ai', content: 'The moon does.' })] } },
    ])
    expect(eventData(chunks, 'values').at(-1)).toEqual({
      messages: [
        expect.objectContaining({ type: 'human', content: 'What makes tides?' }),
        expect.objectContaining({ type: 'ai', content: 'The moon does.', id: tuples[0]?.[0].id }),
      ],
    })
  })

  test('runs stream every other mode', async () => {
    const { sdk } = await start()

    const streamMode = ['tasks', 'checkpoints', 'debug', 'events', 'messages', 'custom'] as const
    const chunks = await collect(
      sdk.runs.stream(null, 'chat', { input, streamMode: [...streamMode] }),
    )

    expect(eventData(chunks, 'tasks')).toMatchObject([
      { name: 'reply', input: { messages: [{ type: 'human' }] } },
      { name: 'reply', result: { messages: [{ type: 'ai' }] }, error: null },
    ])
    expect(eventData(chunks, 'checkpoints')).toMatchObject([
      { next: ['reply'], parent_config: null },
      { next: [], config: { configurable: { checkpoint_id: expect.any(String) } } },
    ])
    expect(eventData(chunks, 'debug')).toMatchObject([
      { type: 'checkpoint' },
      { type: 'task', step: 1 },
      { type: 'task_result' },
      { type: 'checkpoint' },
    ])
    expect(eventData(chunks, 'events')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'on_chat_model_start', name: 'demo-fast' }),
        expect.objectContaining({ event: 'on_chat_model_stream' }),
        expect.objectContaining({ event: 'on_chat_model_end' }),
      ]),
    )
    expect(eventData(chunks, 'messages/complete')).toMatchObject([
      [{ type: 'ai', content: 'The moon does.', usage_metadata: { input_tokens: 11 } }],
    ])
    expect(eventData(chunks, 'messages/partial').length).toBeGreaterThan(0)
  })

  test('API and workbench show the same runs', async () => {
    const { sdk, client } = await start()
    const { thread_id: threadId } = await sdk.threads.create({ graphId: 'chat' })

    const there = await sdk.runs.wait(threadId, 'chat', { input, metadata: { from: 'sdk' } })
    const { items } = await client.runs.list({ threadId })
    const localRun = await client.runs.start({ agent: 'set', input: question })
    const joined = await sdk.runs.join(localRun.threadId, localRun.id)

    expect(there).toMatchObject({ messages: [{ type: 'human' }, { type: 'ai' }] })
    expect(items).toMatchObject([{ agentSlug: 'chat', status: 'success', source: 'api' }])
    expect(joined).toEqual({ question: 'Tides?', answer: 'done: Tides?' })
  })

  test('runs continue the conversation of their thread', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()

    await sdk.runs.wait(threadId, 'chat', { input })
    const chunks = await collect(
      sdk.runs.stream(threadId, 'chat', {
        input: { messages: [{ type: 'human', content: 'And who told you?' }] },
        streamMode: 'values',
      }),
    )

    const states = eventData(chunks, 'values') as { messages: { content: string }[] }[]
    expect(states.map(({ messages }) => messages.length)).toEqual([3, 4])
  })

  test('runs can be listed, read and deleted', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    const created = await sdk.runs.create(threadId, 'set', { input: question, metadata: { a: 1 } })
    await sdk.runs.join(threadId, created.run_id)

    const list = await sdk.runs.list(threadId, { status: 'success' })
    const run = await sdk.runs.get(threadId, created.run_id)
    await sdk.runs.delete(threadId, created.run_id)

    expect(list).toEqual([run])
    expect(run).toMatchObject({ thread_id: threadId, status: 'success', metadata: { a: 1 } })
    await expect(sdk.runs.get(threadId, created.run_id)).rejects.toMatchObject({ status: 404 })
  })

  test('a batch starts each run on its own thread', async () => {
    const { sdk } = await start()

    const runs = await sdk.runs.createBatch([
      { assistantId: 'set', input: question },
      { assistantId: 'set', input: question },
    ])

    expect(new Set(runs.map((run) => run.thread_id)).size).toBe(2)
  })

  test.each([
    ['interrupt', 1],
    ['rollback', 0],
  ] as const)('runs can be cancelled with %s', async (action, left) => {
    const { sdk } = await start(slow)
    const { thread_id: threadId } = await sdk.threads.create()
    const { run_id: runId } = await sdk.runs.create(threadId, 'chat', { input })
    for await (const { event } of sdk.runs.joinStream(threadId, runId)) {
      if (event === 'messages') break
    }

    await sdk.runs.cancel(threadId, runId, true, action)

    const run = await sdk.runs.get(threadId, runId)
    const state = await sdk.threads.getState<{ messages?: unknown[] }>(threadId)
    expect(run.status).toBe('interrupted')
    expect(state.values.messages ?? []).toHaveLength(left)
  })

  test('runs are cancelled on disconnect if the client requests it', async () => {
    const { sdk } = await start(slow)
    const { thread_id: threadId } = await sdk.threads.create()
    const abort = new AbortController()
    const options = { input, onDisconnect: 'cancel', streamMode: 'messages-tuple' } as const

    for await (const { event } of sdk.runs.stream(threadId, 'chat', {
      ...options,
      signal: abort.signal,
    })) {
      if (event === 'messages') abort.abort()
    }

    const [run] = await sdk.runs.list(threadId)
    await sdk.runs.join(threadId, run?.run_id ?? '')
    expect(await sdk.runs.list(threadId)).toMatchObject([{ status: 'interrupted' }])
  })

  test('a stream can be resumed from any event without a gap', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    const { run_id: runId } = await sdk.runs.create(threadId, 'chat', { input })

    const streamMode = ['values', 'messages-tuple'] as const
    const all = await collect(
      sdk.runs.joinStream(threadId, runId, { lastEventId: '-1', streamMode: [...streamMode] }),
    )
    const middle = all[3]
    const rest = await collect(
      sdk.runs.joinStream(threadId, runId, {
        streamMode: [...streamMode],
        ...(middle?.id !== undefined && { lastEventId: middle.id }),
      }),
    )

    expect(rest.slice(1)).toEqual(all.slice(4))
  })

  test('runs of one thread follow the multitask strategy', async () => {
    const { sdk } = await start(slow)
    const { thread_id: threadId } = await sdk.threads.create()
    const send = (multitaskStrategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback') =>
      sdk.runs.create(threadId, 'chat', { input, ...(multitaskStrategy && { multitaskStrategy }) })
    const first = await send()
    const fetchStatus = async ({ run_id: id }: { run_id: string }) =>
      (await sdk.runs.get(threadId, id)).status

    await expect(send()).rejects.toMatchObject({ status: 409 })
    const second = await send('enqueue')
    const waiting = await fetchStatus(second)
    await sdk.runs.cancel(threadId, first.run_id, true)
    await expect.poll(() => fetchStatus(second)).toBe('running')
    const third = await send('interrupt')

    expect(waiting).toBe('pending')
    await expect.poll(() => fetchStatus(third)).toBe('running')
    expect(await fetchStatus(second)).toBe('interrupted')
  })

  test.each(['interrupt', 'rollback'] as const)(
    'runs replace the running one and the queue with %s',
    async (multitaskStrategy) => {
      const { sdk } = await start(slow)
      const { thread_id: threadId } = await sdk.threads.create()
      await sdk.runs.create(threadId, 'chat', { input })
      await sdk.runs.create(threadId, 'chat', { input, multitaskStrategy: 'enqueue' })

      const last = await sdk.runs.create(threadId, 'chat', { input, multitaskStrategy })

      const runs = await sdk.runs.list(threadId)
      expect(runs.map(({ status }) => status)).toEqual([
        expect.stringMatching(/pending|running/),
        'interrupted',
        'interrupted',
      ])
      expect(runs[0]?.run_id).toBe(last.run_id)
    },
  )

  test('runs replace an interrupted run, also when enqueued', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    await sdk.runs.wait(threadId, 'ask', { input: { question: 'First?' } })

    const second = await sdk.runs.wait(threadId, 'ask', {
      input: { question: 'Second?' },
      multitaskStrategy: 'enqueue',
    })

    expect(second).toMatchObject({ __interrupt__: [{ value: { message: 'Second?' } }] })
  })

  test('runs with invalid input keep a pending question', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    await sdk.runs.wait(threadId, 'ask', { input: { question: 'First?' } })

    const rejection = sdk.runs.wait(threadId, 'ask', { input: { nonsense: 1 } })

    await expect(rejection).rejects.toMatchObject({ status: 422 })
    expect((await sdk.threads.get(threadId)).status).toBe('interrupted')
  })

  test('runs report errors', async () => {
    const { sdk } = await start({ settings: { fault: '401' } })

    const chunks = await collect(sdk.runs.stream(null, 'chat', { input }))
    const waited = sdk.runs.wait(null, 'chat', { input })

    expect(eventData(chunks, 'error')).toEqual([
      { error: 'AUTHENTICATION', message: expect.any(String) },
    ])
    await expect(waited).rejects.toThrow('AUTHENTICATION')
  })
})
