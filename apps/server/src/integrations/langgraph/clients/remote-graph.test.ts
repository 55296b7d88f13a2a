import { HumanMessage } from '@langchain/core/messages'
import { Command, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { RemoteGraph } from '@langchain/langgraph/remote'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { collect } from '../../../testing/executor-harness.ts'
import { calculating, useLanggraphServer } from '../../../testing/langgraph-harness.ts'

const input = { messages: [new HumanMessage('What makes tides?')] }

describeDatabases('RemoteGraph', (db) => {
  const start = useLanggraphServer(db)
  const remote = async (graphId: string, options: Parameters<typeof start>[0] = {}) => {
    const server = await start(options)
    return { ...server, graph: new RemoteGraph({ graphId, url: server.apiUrl }) }
  }

  test('RemoteGraph invokes and streams an agent like a local graph', async () => {
    const { graph } = await remote('chat')

    const state = await graph.invoke(input)
    const updates = await collect(await graph.stream(input))
    const chunks = await collect(await graph.stream(input, { streamMode: ['values', 'updates'] }))

    expect(state).toMatchObject({ messages: [{ type: 'human' }, { content: 'The moon does.' }] })
    expect(updates).toMatchObject([{ reply: { messages: [{ content: 'The moon does.' }] } }])
    expect(chunks.map((chunk) => (Array.isArray(chunk) ? chunk[0] : chunk))).toEqual([
      'values',
      'updates',
      'values',
    ])
  })

  test('RemoteGraph keeps state on a thread and lists its history', async () => {
    const { graph } = await remote('chat')
    const config = { configurable: { thread_id: '0190a000-0000-7000-8000-00000000abcd' } }

    await graph.invoke(input, config)
    const state = await graph.getState(config)
    const history = await collect(graph.getStateHistory(config))
    const drawing = await graph.getGraphAsync()

    expect(state).toMatchObject({ next: [], values: { messages: [{}, { type: 'ai' }] } })
    expect(history.length).toBeGreaterThan(1)
    expect(Object.keys(drawing.nodes)).toEqual(['__start__', 'reply', '__end__'])
  })

  test('RemoteGraph pauses at a question and resumes with the answer', async () => {
    const { graph } = await remote('ask')
    const config = { configurable: { thread_id: '0190a000-0000-7000-8000-00000000abce' } }

    const invocation = graph.invoke({ question: 'Shall we?' }, config)
    await expect(invocation).rejects.toMatchObject({ name: 'GraphInterrupt' })
    const state = await graph.invoke(new Command({ resume: 'yes' }), config)

    expect(state).toMatchObject({ answer: 'yes' })
  })

  test.each([
    [
      'edits',
      { type: 'edit', editedAction: { name: 'calculator', args: { expression: '40 + 2' } } },
      '42',
    ],
    ['rejects', { type: 'reject', message: 'Enough sums.' }, 'Enough sums.'],
  ])('RemoteGraph %s a pending tool call', async (_, decision, expected) => {
    const { graph } = await remote('approve', calculating)
    const config = { configurable: { thread_id: '0190a000-0000-7000-8000-00000000abd2' } }

    const invocation = graph.invoke({ messages: [new HumanMessage('What is 2 + 3?')] }, config)
    await expect(invocation).rejects.toMatchObject({ name: 'GraphInterrupt' })
    const state = await graph.invoke(new Command({ resume: { decisions: [decision] } }), config)

    expect(state).toMatchObject({
      messages: [
        {},
        {},
        { type: 'tool', content: expect.stringContaining(expected) },
        { type: 'ai' },
      ],
    })
  })

  test('RemoteGraph branches from an earlier checkpoint', async () => {
    const { graph } = await remote('chat')
    const config = { configurable: { thread_id: '0190a000-0000-7000-8000-00000000abd3' } }
    await graph.invoke(input, config)
    const first = await graph.getState(config)
    const userInput = (text: string) => ({ messages: [new HumanMessage(text)] })
    await graph.invoke(userInput('Who says so?'), config)

    // This client always runs from the newest checkpoint, so write the branch first.
    await graph.updateState(first.config, userInput('Says who?'), '__start__')
    const state = await graph.invoke(null, config)

    expect(state).toMatchObject({ messages: [{}, {}, { content: 'Says who?' }, { type: 'ai' }] })
    const history = await collect(graph.getStateHistory(config))
    const parents = history.map(({ parentConfig }) => parentConfig?.configurable?.['checkpoint_id'])
    expect(
      parents.filter((id) => id === first.config.configurable?.['checkpoint_id']),
    ).toHaveLength(2)
  })

  test('RemoteGraph fails with the error of the run', async () => {
    const { graph } = await remote('chat', { settings: { fault: '401' } })

    await expect(graph.invoke(input)).rejects.toThrow(/AUTHENTICATION.*refused the key/)
  })

  test('RemoteGraph updates state', async () => {
    const { graph } = await remote('set')
    const config = { configurable: { thread_id: '0190a000-0000-7000-8000-00000000abcf' } }
    await graph.invoke({ question: 'Tides?' }, config)

    const updatedConfig = await graph.updateState(config, { answer: 'mine' }, 'reply')

    expect((await graph.getState(updatedConfig)).values).toMatchObject({ answer: 'mine' })
  })

  test('RemoteGraph streams events of the newer protocol', async () => {
    const { graph } = await remote('chat')

    const run = await graph.streamEvents(input, { version: 'v3' })
    const texts = []
    for await (const message of run.messages) texts.push(await message.text)

    expect(texts).toEqual(['The moon does.'])
  })

  test('RemoteGraph can be a node of another graph', async () => {
    const { graph } = await remote('chat')
    const parent = new StateGraph(MessagesAnnotation)
      .addNode('remote', graph)
      .addEdge(START, 'remote')
      .compile({ checkpointer: new MemorySaver() })

    const state = await parent.invoke(input, {
      configurable: { thread_id: '0190a000-0000-7000-8000-00000000abd0' },
    })

    expect(state.messages.map(({ content }) => content)).toEqual([
      'What makes tides?',
      'The moon does.',
    ])
  })
})
