import { HumanMessage } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { LangChainTracer } from '@langchain/core/tracers/tracer_langchain'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { readModelInputs } from '@lathe/traces'
import { v4 } from 'uuid'
import { expect, test } from 'vitest'
import { describeLangsmithSdks } from '../../../testing/langsmith-harness.ts'

describeLangsmithSdks('traces that the official client sends', (start, db) => {
  test('ingests runs of traceable functions', async () => {
    const server = await start()
    const client = server.sdk()
    const { traceable } = server.langsmith
    const options = { client, tracingEnabled: true, project_name: 'functions' }
    const search = traceable(async (query: string) => [`about ${query}`], {
      ...options,
      name: 'search',
      run_type: 'tool',
    })
    const ask = traceable(async (question: string) => (await search(question))[0], {
      ...options,
      name: 'ask',
      tags: ['probe'],
      metadata: { thread_id: 'talk-1' },
    })
    expect(await ask('the moon')).toBe('about the moon')
    await client.awaitPendingTraceBatches()

    const { items } = await server.client.traces.list({ limit: 10 })
    expect(items).toMatchObject([
      {
        title: 'the moon',
        name: 'ask',
        status: 'success',
        source: 'langsmith',
        project: 'functions',
        threadId: 'talk-1',
        spanCount: 2,
        tags: ['probe'],
      },
    ])
    const { spans } = await server.client.traces.get({ id: items[0]?.id ?? '' })
    expect(spans.map(({ name, kind, parentId }) => [name, kind, parentId])).toEqual([
      ['ask', 'chain', null],
      ['search', 'tool', items[0]?.id],
    ])
  })

  test('an answer that the consumer stopped reading early is stored as a success', async () => {
    const server = await start()
    const client = server.sdk()
    const { traceable } = server.langsmith
    const options = { client, tracingEnabled: true, project_name: 'streams', name: 'answer' }
    const answer = traceable(async function* () {
      for (const word of ['It', 'is', 'far']) yield word
    }, options)
    for await (const word of answer()) if (word === 'is') break
    await client.awaitPendingTraceBatches()

    const { items } = await server.client.traces.list({ limit: 10 })
    expect(items).toMatchObject([{ name: 'answer', status: 'cancelled' }])
    const run = await client.readRun(items[0]?.id ?? '')
    expect(run).toMatchObject({ status: 'error', error: 'Cancelled' })
  })

  test('ingests a LangGraph graph with its nodes and model calls', async () => {
    const server = await start()
    const client = server.sdk()
    const model = new FakeListChatModel({ responses: ['It is far away.'] })
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('reply', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addEdge(START, 'reply')
      .addEdge('reply', END)
      .compile()
    const tracer = new LangChainTracer({ client, projectName: 'graphs' })
    await graph.invoke({ messages: [['user', 'Where is the moon?']] }, { callbacks: [tracer] })
    await client.awaitPendingTraceBatches()

    const { items } = await server.client.traces.list({ limit: 10 })
    expect(items).toMatchObject([{ title: 'Where is the moon?', project: 'graphs' }])
    const traceId = items[0]?.id ?? ''
    const { spans } = await server.client.traces.get({ id: traceId })
    const called = spans.find(({ kind }) => kind === 'model')
    expect(called).toMatchObject({ node: 'reply', status: 'success' })
    expect(spans.find(({ name }) => name === 'reply')).toMatchObject({ node: 'reply' })
    const detail = await server.client.traces.span({ traceId, spanId: called?.id ?? '' })
    expect(JSON.stringify(detail.inputs)).toContain('Where is the moon?')
    expect(JSON.stringify(detail.outputs)).toContain('It is far away.')
  })

  test('reads images of model inputs in every provider format', async () => {
    const server = await start()
    const client = server.sdk()
    const data = 'iVBORw0KGgoAAAAA'
    const model = new FakeListChatModel({ responses: ['Two cats.'] })
    const tracer = new LangChainTracer({ client, projectName: 'pictures' })
    const message = new HumanMessage({
      content: [
        { type: 'text', text: 'What?' },
        { type: 'image', mimeType: 'image/png', data },
        { type: 'image_url', image_url: 'https://elsewhere.example/a.png' },
      ],
    })
    await model.invoke([message], { callbacks: [tracer] })
    await client.createRun({
      name: 'anthropic',
      run_type: 'llm',
      project_name: 'pictures',
      inputs: {
        system: 'Be brief',
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
          },
        ],
      },
    })
    await client.awaitPendingTraceBatches()

    const { items } = await server.client.traces.list({ limit: 10 })
    const asked = await Promise.all(
      items.map(async ({ id }) => {
        const { spans } = await server.client.traces.get({ id })
        const spanId = spans.find(({ kind }) => kind === 'model')?.id ?? ''
        const { inputs, metadata } = await server.client.traces.span({ traceId: id, spanId })
        return readModelInputs(inputs, metadata)?.messages
      }),
    )
    const picture = (url: string) => ({ type: 'image_url', image_url: { url } })
    const dataUrlImage = picture(`data:image/png;base64,${data}`)
    const web = picture('https://elsewhere.example/a.png')
    expect(asked).toContainEqual([
      { role: 'user', content: [{ type: 'text', text: 'What?' }, dataUrlImage, web] },
    ])
    expect(asked).toContainEqual([
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: [dataUrlImage] },
    ])
  })

  test('joins the create and update of a run', async () => {
    const server = await start()
    const client = server.sdk()
    const { RunTree } = server.langsmith
    const tree = new RunTree({ name: 'slow', client, project_name: 'trees', inputs: { a: 1 } })
    await tree.postRun()
    await client.flush()
    await client.awaitPendingTraceBatches()
    await tree.end({ b: 2 })
    await tree.patchRun()
    await client.awaitPendingTraceBatches()

    const span = await server.client.traces.span({ traceId: tree.id, spanId: tree.id })
    expect(span).toMatchObject({ status: 'success', inputs: { a: 1 }, outputs: { b: 2 } })
    expect(span.endedAt).toBeGreaterThanOrEqual(span.startedAt)
  })

  test('keeps attachments byte for byte', async () => {
    const server = await start()
    const client = server.sdk()
    const { RunTree } = server.langsmith
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256)
    const tree = new RunTree({
      name: 'picture',
      client,
      attachments: { image: ['image/png', bytes] },
    })
    await tree.postRun()
    await client.flush()
    await client.awaitPendingTraceBatches()
    const rows = await db().selectFrom('attachments').selectAll().execute()
    expect(rows).toMatchObject([{ name: 'image', mime_type: 'image/png', size: 300 }])
    expect(Uint8Array.from(rows[0]?.body ?? [])).toEqual(bytes)
  })

  test('ingests single runs without batching and reads token usage from messages', async () => {
    const server = await start()
    const client = server.sdk({ autoBatchTracing: false })
    await client.createRun({ name: 'one', run_type: 'llm', inputs: { q: 1 }, project_name: 'p' })
    const { items } = await server.client.traces.list({ limit: 10 })
    expect(items).toMatchObject([{ name: 'one', status: 'running' }])
    const id = items[0]?.id ?? ''
    const usage = { input_tokens: 5, output_tokens: 2, total_tokens: 7 }
    const output = { role: 'assistant', content: 'yes', usage_metadata: usage }
    await client.updateRun(id, { end_time: Date.now(), outputs: { output } })
    expect(await server.client.traces.list({ limit: 10 })).toMatchObject({
      items: [{ status: 'success', usage: { input: 5, output: 2 }, project: 'p' }],
    })
  })

  test('an update that arrives before its run waits for it', async () => {
    const server = await start()
    const client = server.sdk({ autoBatchTracing: false })
    const id = v4()

    const ending = client.updateRun(id, { end_time: Date.now(), outputs: { a: 1 } })
    await client.createRun({ id, name: 'one', run_type: 'chain', inputs: {} })
    await ending

    const { items } = await server.client.traces.list({})
    expect(items).toMatchObject([{ id, name: 'one', status: 'success' }])
  })
})
