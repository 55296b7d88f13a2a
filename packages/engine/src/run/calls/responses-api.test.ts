import { type Json, ReplaySettings } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { demoModel, graph, modelNode, oneModel } from '../../testing/documents.ts'
import {
  eventsOf,
  ofKind,
  type Recorded,
  runRequest,
  startHarness,
} from '../../testing/run-harness.ts'
import { story } from '../../testing/story.ts'
import { calculator } from '../../tools/built-in.ts'

const byResponses = demoModel({ api: 'responses' })

const paths = ({ exchanges }: Recorded) =>
  exchanges.flatMap(({ content }) =>
    content.type === 'http' ? [new URL(content.request.url).pathname] : [],
  )

const textOf = ({ outcome }: Recorded): Json | undefined =>
  outcome.type === 'success' ? Object.values(outcome.output ?? {})[0] : undefined

describe('a model of the Responses API', () => {
  test('returns the same answer, stream and cost as chat completions', async () => {
    const { run } = await startHarness()
    const input = { topic: 'What is a tide?' }

    const chat = await run(runRequest(oneModel(), input))
    const recorded = await run(runRequest(oneModel({ model: byResponses }), input))

    expect(paths(recorded)).toEqual(['/v1/responses'])
    expect(textOf(recorded)).toBe(textOf(chat))
    const [model] = ofKind(recorded, 'model')
    expect(model?.usage).toEqual(ofKind(chat, 'model')[0]?.usage)
    expect(model?.outputs).toMatchObject({ finishReason: 'stop' })
    expect(model?.firstTokenAt).not.toBeNull()
    const said = eventsOf(recorded, 'token').map(({ text }) => text)
    expect(said.length).toBeGreaterThan(1)
    expect(said.join('')).toBe(textOf(chat))
  })

  test('uses the requested format', async () => {
    const { run } = await startHarness()
    const answer = {
      schema: {
        type: 'object',
        properties: { mood: { type: 'string', enum: ['good', 'bad'] } },
        required: ['mood'],
        additionalProperties: false,
      },
      writes: { text: 'mood' },
    }
    const document = graph({
      nodes: { write: modelNode('{{topic}}', { model: byResponses, answer, output: {} }) },
      edges: ['start > write', 'write > end'],
    })

    const recorded = await run(runRequest(document, { topic: 'I love this.' }))

    expect(textOf(recorded)).toMatch(/^(good|bad)$/)
  })

  test.each([
    ['cut', 'STREAM_INTERRUPTED'],
    ['stream-error', 'PROVIDER_ERROR'],
    ['429', 'RATE_LIMITED'],
    ['401', 'AUTHENTICATION'],
  ] as const)('fails as any other (%s)', async (fault, code) => {
    const { run } = await startHarness({
      script: [{ reply: { fault } }],
      connection: { maxRetries: 0 },
    })

    const { outcome } = await run(runRequest(oneModel({ model: byResponses }), { topic: 'x' }))

    expect(outcome).toMatchObject({ type: 'error', error: { code } })
  })

  test('reports a refusal', async () => {
    const { run } = await startHarness({ script: [{ reply: { fault: 'refusal' } }] })

    const recorded = await run(runRequest(oneModel({ model: byResponses }), { topic: 'x' }))

    const [model] = ofKind(recorded, 'model')
    expect(model?.outputs).toMatchObject({ message: { isRefusal: true } })
  })
})

describe('an agent on the Responses API', () => {
  const thinking = { ...byResponses, reasoningEffort: 'low' } as const
  const agent = graph({
    state: { messages: { type: 'messages' } },
    nodes: {
      assistant: {
        kind: 'agent',
        model: thinking,
        prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
        tools: ['calculator'],
      },
    },
    edges: ['start > assistant', 'assistant > end'],
  })
  const input: Record<string, Json> = { messages: [{ role: 'user', content: 'What is 6 * 7?' }] }
  const script = [
    {
      match: { turn: 0 },
      reply: { toolCalls: [{ name: 'calculator', arguments: { expression: '6 * 7' } }] },
    },
    { reply: 'It is 42.' },
  ]

  test('calls tools and keeps its reasoning', async () => {
    const { run, mockProvider } = await startHarness({ tools: [calculator], script })

    const recorded = await run(runRequest(agent, input))

    expect(ofKind(recorded, 'tool')).toMatchObject([{ outputs: 42 }])
    expect(recorded.outcome.type).toBe('success')
    expect(mockProvider.requests.map(({ path }) => path)).toEqual(['/responses', '/responses'])
    expect(mockProvider.requests[1]?.body).toMatchObject({
      store: false,
      input: [
        { role: 'user' },
        { type: 'reasoning', encrypted_content: expect.any(String) },
        { type: 'function_call', name: 'calculator' },
        { type: 'function_call_output', output: '42' },
      ],
    })
  })

  test('replays a Responses API call from its recording alone', async () => {
    const { run } = await startHarness({ tools: [calculator], script })
    const recorded = await run(runRequest(agent, input))
    const elsewhere = await startHarness({
      tools: [calculator],
      connection: { baseUrl: 'http://127.0.0.1:9/v1' },
    })
    const { exchanges } = recorded

    const replayed = await elsewhere.run(
      runRequest(agent, input, { replay: { exchanges, settings: ReplaySettings.parse({}) } }),
    )

    expect(story(replayed)).toEqual(story(recorded))
  })
})
