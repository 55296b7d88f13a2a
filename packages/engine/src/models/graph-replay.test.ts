import { Annotation, messagesStateReducer, START, StateGraph } from '@langchain/langgraph'
import { HumanMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { afterEach, expect, test } from 'vitest'
import { createRecording, type NewExchange } from '../replay/recording.ts'
import { startServer, startStream, streamed } from '../testing/http-server.ts'
import { connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'
import { createChatModel } from './load-models.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const State = Annotation.Root({
  messages: Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] }),
})

/** Two rounds in a graph with a subgraph, streamed like every run. */
async function run(url: string, recording?: NewExchange[]) {
  const replay = recording
    ? { recording: createRecording(recording), onMiss: 'fail' as const }
    : null
  const { ports, exchanges } = testPorts(['answer'], replay)
  const access = quickAccess()
  const model = await createChatModel({
    connection: connectionTo(url),
    settings: { connection: 'test', name: 'gpt-test' },
    fetch: access.forRun(ports),
    retry: access.retry,
  })
  const turn = async ({ messages }: typeof State.State) => ({
    messages: [await model.invoke(messages)],
  })
  const inner = new StateGraph(State).addNode('again', turn).addEdge(START, 'again').compile()
  const graph = new StateGraph(State)
    .addNode('first', turn)
    .addNode('second', inner)
    .addEdge(START, 'first')
    .addEdge('first', 'second')
    .compile()

  const pieces: string[] = []
  const events = await graph.stream(
    { messages: [new HumanMessage('Hello')] },
    { streamMode: ['messages', 'values'], subgraphs: true },
  )
  let last: unknown
  for await (const [, mode, payload] of events) {
    if (mode === 'messages') pieces.push(payload[0].text)
    else last = payload
  }
  const texts = (last as typeof State.State).messages.map((message) => message.text)
  return { pieces, texts, exchanges }
}

test('a graph replays chunk by chunk without its provider', async () => {
  const server = await startServer((_, response, nth) => {
    const answer = streamed('Answer ', String(nth), ' 😀')
    // A provider's ids differ between calls. LangGraph identifies messages by id.
    startStream(response, answer.replaceAll('chatcmpl-1', `chatcmpl-${nth}`))
    response.end()
  })
  const live = await run(server.url)
  await server.close()

  const again = await run(server.url, live.exchanges)

  expect(live.texts).toEqual(['Hello', 'Answer 1 😀', 'Answer 2 😀'])
  expect(again.texts).toEqual(live.texts)
  expect(again.pieces).toEqual(live.pieces)
  expect(live.pieces.filter((piece) => piece !== '').length).toBeGreaterThanOrEqual(6)
  expect(again.exchanges.map(({ fingerprint }) => fingerprint)).toEqual(
    live.exchanges.map(({ fingerprint }) => fingerprint),
  )
})
