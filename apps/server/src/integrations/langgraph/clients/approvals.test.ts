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

/** An agent with a system prompt, whose calculator waits for a human. */
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
const turn = (...calls: (typeof call)[]) => [
  { reply: { toolCalls: calls }, times: 1 },
  { reply: 'It is five.', times: 1 },
]

const ask = (content: string) => ({ messages: [{ role: 'user', content }] })
const typesOf = (messages: unknown) => (messages as WireMessage[]).map(({ type }) => type)

/** A conversation with the agent, each part of it streamed in these modes. */
function conversation(sdk: Client, threadId: string, streamMode: StreamMode[]) {
  const stream = (payload: object): Promise<Chunk[]> =>
    collect(sdk.runs.stream(threadId, agent, { ...payload, streamMode }))
  return {
    say: (content: string) => stream({ input: ask(content) }),
    decide: (...decisions: object[]) => stream({ command: { resume: { decisions } } }),
    state: async () => (await sdk.threads.getState<{ messages: WireMessage[] }>(threadId)).values,
  }
}

/** The messages that nodes wrote, in order, each once. */
const writtenIn = (chunks: Chunk[]): WireMessage[] => {
  const updates = chunks.filter(({ event }) => event === 'updates')
  const messages = updates.flatMap(
    ({ data }) => (data as { reply?: { messages: WireMessage[] } }).reply?.messages ?? [],
  )
  return [...new Map(messages.map((message) => [message.id, message])).values()]
}

/** The streamed messages in the order they began, each with its parts joined. */
function streamedIn(chunks: Chunk[]): [type: string, text: string][] {
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

describeDatabases('an approval in a conversation', (db) => {
  const start = useLanggraphServer(db)
  async function begin(streamMode: StreamMode[], script = [...turn(call), ...turn(call)]) {
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
    'keeps exactly its messages when two calls in turn are %s',
    async (_, decision, expression, result) => {
      const { say, decide, state, mockProvider } = await begin(['updates'])

      const first = [...(await say('One?')), ...(await decide(decision))]
      const second = [...(await say('Two?')), ...(await decide(decision))]

      const { messages } = await state()
      expect(typesOf(messages)).toEqual(['human', 'ai', 'tool', 'ai', 'human', 'ai', 'tool', 'ai'])
      expect(messages[5]).toMatchObject({ tool_calls: [{ args: { expression } }] })
      expect(messages[6]?.content).toBe(result)
      for (const chunks of [first, second])
        expect(typesOf(writtenIn(chunks))).toEqual(['ai', 'tool', 'ai'])
      expect(JSON.stringify([first, second])).not.toMatch(/__remove_all__|Be brief/)
      const asked = mockProvider.requests.map(
        ({ body }) => JSON.stringify(body).split('Be brief.').length,
      )
      expect(asked).toEqual([2, 2, 2, 2])
    },
  )

  test('shows the message with the call in the state while it waits', async () => {
    const { say, decide, sdk, threadId } = await begin(['values'])

    const paused = await say('One?')
    const state = await sdk.threads.getState<{ messages: WireMessage[] }>(threadId)
    const [newest] = await sdk.threads.getHistory<{ messages: WireMessage[] }>(threadId)
    const thread = await sdk.threads.get<{ messages: WireMessage[] }>(threadId)
    const resumed = await decide({ type: 'approve' })

    for (const shown of [state, newest, thread]) {
      expect(typesOf(shown?.values.messages)).toEqual(['human', 'ai'])
    }
    expect(state.values.messages[1]).toMatchObject({ tool_calls: [{ args: call.arguments }] })
    const last = valuesIn(paused).at(-1)
    expect(last?.messages).toEqual(state.values.messages)
    expect(last?.__interrupt__).toHaveLength(1)
    expect(valuesIn(resumed).map(({ messages }) => typesOf(messages))).toEqual([
      ['human', 'ai'],
      ['human', 'ai', 'tool', 'ai'],
    ])
  })

  test('writes the message with the call before it asks', async () => {
    const { say } = await begin(['updates'])

    const paused = await say('One?')

    expect(paused.filter(({ event }) => event === 'updates')).toMatchObject([
      { data: { reply: { messages: [{ type: 'ai' }] } } },
      { data: { __interrupt__: [{}] } },
    ])
  })

  test('streams the tool message before the answer that uses it', async () => {
    const { say, decide } = await begin(['messages-tuple'])

    const paused = await say('One?')
    const resumed = await decide({ type: 'approve' })

    expect(streamedIn(paused)).toEqual([['ai', '']])
    expect(streamedIn(resumed)).toEqual([
      ['tool', '5'],
      ['ai', 'It is five.'],
    ])
  })

  test('keeps every answer of parallel calls, some rejected', async () => {
    const { say, decide, state } = await begin(['messages-tuple'], turn(call, call, call))

    await say('Three?')
    const resumed = await decide(
      { type: 'approve' },
      { type: 'reject', message: 'no' },
      { type: 'approve' },
    )

    const { messages } = await state()
    expect(typesOf(messages)).toEqual(['human', 'ai', 'tool', 'tool', 'tool', 'ai'])
    expect(typesOf(messages.slice(2))).toEqual(streamedIn(resumed).map(([type]) => type))
  })

  test('keeps the answer that a client sends for a replaced call', async () => {
    const { say, state, sdk, threadId } = await begin(
      ['values'],
      [...turn(call).slice(0, 1), { reply: 'Hello.', times: 1 }],
    )
    await say('One?')
    const toolCallId = (await state()).messages[1]?.tool_calls?.[0]?.id

    // agent-chat-ui answers every open call before a new message.
    const handled = { type: 'tool', tool_call_id: toolCallId, content: 'Handled.' }
    const input = { messages: [handled, { type: 'human', content: 'Never mind.' }] }
    await sdk.runs.wait(threadId, agent, { input })

    const { messages } = await state()
    expect(toolCallId).toEqual(expect.any(String))
    expect(typesOf(messages)).toEqual(['human', 'ai', 'tool', 'human', 'ai'])
    expect(messages[2]).toMatchObject({ tool_call_id: toolCallId, content: 'Handled.' })
  })

  test('cancels the call when the user sends a new message', async () => {
    const { say, state } = await begin(
      ['values'],
      [...turn(call).slice(0, 1), { reply: 'Hello.', times: 1 }],
    )

    await say('One?')
    await say('Never mind.')

    expect(typesOf((await state()).messages)).toEqual(['human', 'ai', 'tool', 'human', 'ai'])
  })
})
