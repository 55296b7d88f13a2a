import type { Client, StreamMode } from '@langchain/langgraph-sdk'
import type { Json } from '@lathe/contract'
import { GraphDocument } from '@lathe/contract'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { collect } from '../../../testing/executor-harness.ts'
import { approving, useLanggraphServer } from '../../../testing/langgraph-harness.ts'

type WireMessage = {
  type: string
  id?: string
  content: string
  tool_calls?: { id: string; args: Json }[]
}
type Chunk = { event: string; data: unknown }

const agent = 'clerk'

/** An agent with a system prompt whose calculator requires approval. */
const clerk = (): GraphDocument => {
  const document = approving()
  const reply = document.nodes['reply']
  const prompt = {
    messages: [
      { role: 'system', text: 'Be brief.' },
      { role: 'placeholder', channel: 'messages' },
    ],
  }
  return GraphDocument.parse({ ...document, nodes: { reply: { ...reply, prompt } } })
}

const call = { name: 'calculator', arguments: { expression: '2 + 3' } }
const toolTurn = (...calls: (typeof call)[]) => [
  { reply: { toolCalls: calls }, times: 1 },
  { reply: 'It is five.', times: 1 },
]

const userInput = (content: string) => ({ messages: [{ role: 'user', content }] })
const messageTypes = (messages: unknown) => (messages as WireMessage[]).map(({ type }) => type)

/** Talks to the agent, streaming each turn in the given modes. */
function conversation(sdk: Client, threadId: string, streamMode: StreamMode[]) {
  const stream = (payload: object): Promise<Chunk[]> =>
    collect(sdk.runs.stream(threadId, agent, { ...payload, streamMode }))
  return {
    say: (content: string) => stream({ input: userInput(content) }),
    decide: (...decisions: object[]) => stream({ command: { resume: { decisions } } }),
    state: async () => (await sdk.threads.getState<{ messages: WireMessage[] }>(threadId)).values,
  }
}

/** Messages written by nodes, in order and without duplicates. */
const readValueMessages = (chunks: Chunk[]): WireMessage[] => {
  const updates = chunks.filter(({ event }) => event === 'updates')
  const messages = updates.flatMap(
    ({ data }) => (data as { reply?: { messages: WireMessage[] } }).reply?.messages ?? [],
  )
  return [...new Map(messages.map((message) => [message.id, message])).values()]
}

/** Streamed messages in order of their first chunk, with their chunks joined. */
function readStreamedMessages(chunks: Chunk[]): [type: string, text: string][] {
  const streamed = new Map<string, [string, string]>()
  for (const { event, data } of chunks) {
    if (event !== 'messages') continue
    const [{ id = '', type, content }] = data as [WireMessage]
    const [, before] = streamed.get(id) ?? ['', '']
    streamed.set(id, [type.replace('AIMessageChunk', 'ai'), before + content])
  }
  return [...streamed.values()]
}

const valuesIn = (chunks: Chunk[]) =>
  chunks
    .filter(({ event }) => event === 'values')
    .map(({ data }) => data as { messages: WireMessage[]; __interrupt__?: unknown[] })

describeDatabases('approvals in a conversation', (db) => {
  const start = useLanggraphServer(db)
  async function startThread(
    streamMode: StreamMode[],
    script = [...toolTurn(call), ...toolTurn(call)],
  ) {
    const { sdk, publish, mockProvider } = await start({ script })
    await publish(agent, clerk())
    const { thread_id: threadId } = await sdk.threads.create()
    return { sdk, mockProvider, threadId, ...conversation(sdk, threadId, streamMode) }
  }

  test.each([
    ['approved', { type: 'approve' }, '2 + 3', '5'],
    [
      'edited',
      { type: 'edit', edited_action: { name: 'calculator', args: { expression: '4 + 4' } } },
      '4 + 4',
      '8',
    ],
    ['rejected', { type: 'reject', message: 'no' }, '2 + 3', 'A human refused this call: no'],
  ])(
    'the conversation has exactly its messages when two successive calls are %s',
    async (_, decision, expression, result) => {
      const { say, decide, state, mockProvider } = await startThread(['updates'])

      const first = [...(await say('One?')), ...(await decide(decision))]
      const second = [...(await say('Two?')), ...(await decide(decision))]

      const { messages } = await state()
      expect(messageTypes(messages)).toEqual([
        'human',
        'ai',
        'tool',
        'ai',
        'human',
        'ai',
        'tool',
        'ai',
      ])
      expect(messages[5]).toMatchObject({ tool_calls: [{ args: { expression } }] })
      expect(messages[6]?.content).toBe(result)
      for (const chunks of [first, second])
        expect(messageTypes(readValueMessages(chunks))).toEqual(['ai', 'tool', 'ai'])
      expect(JSON.stringify([first, second])).not.toMatch(/__remove_all__|Be brief/)
      const requestTypes = mockProvider.requests.map(
        ({ body }) => JSON.stringify(body).split('Be brief.').length,
      )
      expect(requestTypes).toEqual([2, 2, 2, 2])
    },
  )

  test('the state shows the message with the call while the approval is pending', async () => {
    const { say, decide, sdk, threadId } = await startThread(['values'])

    const paused = await say('One?')
    const state = await sdk.threads.getState<{ messages: WireMessage[] }>(threadId)
    const [newest] = await sdk.threads.getHistory<{ messages: WireMessage[] }>(threadId)
    const thread = await sdk.threads.get<{ messages: WireMessage[] }>(threadId)
    const resumed = await decide({ type: 'approve' })

    for (const conversation of [state, newest, thread]) {
      expect(messageTypes(conversation?.values.messages)).toEqual(['human', 'ai'])
    }
    expect(state.values.messages[1]).toMatchObject({ tool_calls: [{ args: call.arguments }] })
    const last = valuesIn(paused).at(-1)
    expect(last?.messages).toEqual(state.values.messages)
    expect(last?.__interrupt__).toHaveLength(1)
    expect(valuesIn(resumed).map(({ messages }) => messageTypes(messages))).toEqual([
      ['human', 'ai'],
      ['human', 'ai', 'tool', 'ai'],
    ])
  })

  test('the message with the call is written before the approval is requested', async () => {
    const { say } = await startThread(['updates'])

    const paused = await say('One?')

    expect(paused.filter(({ event }) => event === 'updates')).toMatchObject([
      { data: { reply: { messages: [{ type: 'ai' }] } } },
      { data: { __interrupt__: [{}] } },
    ])
  })

  test('the tool message is streamed before the answer that uses it', async () => {
    const { say, decide } = await startThread(['messages-tuple'])

    const paused = await say('One?')
    const resumed = await decide({ type: 'approve' })

    expect(readStreamedMessages(paused)).toEqual([['ai', '']])
    expect(readStreamedMessages(resumed)).toEqual([
      ['tool', '5'],
      ['ai', 'It is five.'],
    ])
  })

  test('every answer of parallel calls is kept, rejections included', async () => {
    const { say, decide, state } = await startThread(['messages-tuple'], toolTurn(call, call, call))

    await say('Three?')
    const resumed = await decide(
      { type: 'approve' },
      { type: 'reject', message: 'no' },
      { type: 'approve' },
    )

    const { messages } = await state()
    expect(messageTypes(messages)).toEqual(['human', 'ai', 'tool', 'tool', 'tool', 'ai'])
    expect(messageTypes(messages.slice(2))).toEqual(
      readStreamedMessages(resumed).map(([type]) => type),
    )
  })

  test('the client’s answer to a replaced call stays in the conversation', async () => {
    const { say, state, sdk, threadId } = await startThread(
      ['values'],
      [...toolTurn(call).slice(0, 1), { reply: 'Hello.', times: 1 }],
    )
    await say('One?')
    const toolCallId = (await state()).messages[1]?.tool_calls?.[0]?.id

    // agent-chat-ui answers every open call before a new message.
    const handled = { type: 'tool', tool_call_id: toolCallId, content: 'Handled.' }
    const input = { messages: [handled, { type: 'human', content: 'Never mind.' }] }
    await sdk.runs.wait(threadId, agent, { input })

    const { messages } = await state()
    expect(toolCallId).toEqual(expect.any(String))
    expect(messageTypes(messages)).toEqual(['human', 'ai', 'tool', 'human', 'ai'])
    expect(messages[2]).toMatchObject({ tool_call_id: toolCallId, content: 'Handled.' })
  })

  test('a new message of the user cancels the pending call', async () => {
    const { say, state } = await startThread(
      ['values'],
      [...toolTurn(call).slice(0, 1), { reply: 'Hello.', times: 1 }],
    )

    await say('One?')
    await say('Never mind.')

    expect(messageTypes((await state()).messages)).toEqual(['human', 'ai', 'tool', 'human', 'ai'])
  })
})
