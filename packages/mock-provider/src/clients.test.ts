import { HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { ChatOpenAICompletions, OpenAIEmbeddings } from '@langchain/openai'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { collect, eachTestWithMockProvider, FAST } from './testing/mock-provider-test.ts'
import { TOOLS } from './testing/tools.ts'

const mockProvider = eachTestWithMockProvider({ aliases: { 'gpt-5-mini': FAST } })

const chatModel = (model = FAST, headers: Record<string, string> = {}) =>
  new ChatOpenAICompletions({
    model,
    apiKey: 'any',
    maxRetries: 0,
    configuration: { baseURL: mockProvider.current.url, defaultHeaders: headers },
  })

describe('the LangChain chat model', () => {
  test('returns a message with usage', async () => {
    const message = await chatModel().invoke('Hello!')

    expect(message.content).toContain('no script for “Hello!”')
    expect(message.usage_metadata).toMatchObject({
      output_tokens: expect.any(Number),
      input_token_details: { cache_read: 0 },
      output_token_details: { reasoning: 0 },
    })
  })

  test('streams chunks that join to the message, with usage', async () => {
    const chunks = await collect(await chatModel().stream('What is an embedding?'))

    const whole = chunks.reduce((sum, chunk) => sum.concat(chunk))
    expect(chunks.length).toBeGreaterThan(20)
    expect(whole.content).toContain('no script for “What is an embedding?”')
    expect(whole).toMatchObject({
      usage_metadata: { total_tokens: expect.any(Number) },
      response_metadata: { finish_reason: 'stop' },
    })
  })

  test('runs a tool loop', async () => {
    const model = chatModel().bindTools(TOOLS)
    const messages: BaseMessage[] = [
      new SystemMessage('You are a helpful assistant.'),
      new HumanMessage('What is 6 * 7 and what is LangGraph?'),
    ]

    const asking = await model.invoke(messages)
    const results = (asking.tool_calls ?? []).map(
      (call) =>
        new ToolMessage({
          tool_call_id: call.id ?? '',
          content:
            call.name === 'calculator'
              ? '42'
              : JSON.stringify([
                  {
                    title: 'LangGraph',
                    text: 'LangGraph builds agents as graphs. It keeps checkpoints.',
                  },
                ]),
        }),
    )
    const answer = await model.invoke([...messages, asking, ...results])

    expect(asking.tool_calls?.map((call) => call.name)).toEqual(['calculator', 'knowledge_lookup'])
    expect(answer.content).toContain('The calculator returned 42.')
    expect(answer.content).toContain('LangGraph builds agents as graphs.')
    expect(answer.content).toContain('(Source: LangGraph.)')
  })

  const Triage = z.object({
    category: z.enum(['billing', 'technical', 'other']),
    urgency: z.enum(['low', 'normal', 'high']),
    summary: z.string(),
  })
  const ticket = 'The urgency is high: I was charged twice this month!'

  test.each(['jsonSchema', 'functionCalling'] as const)(
    'returns a structured answer by %s',
    async (method) => {
      const model = chatModel().withStructuredOutput(Triage, { method, name: 'triage' })

      const triage = await model.invoke([
        new SystemMessage('Classify the ticket.'),
        new HumanMessage(ticket),
      ])

      expect(Triage.parse(triage)).toMatchObject({ urgency: 'high' })
    },
  )

  test('sends the parameters of a reasoning model', async () => {
    const model = new ChatOpenAICompletions({
      model: 'gpt-5-mini',
      apiKey: 'any',
      maxTokens: 300,
      reasoning: { effort: 'low' },
      configuration: { baseURL: mockProvider.current.url },
    })

    const message = await model.invoke([new SystemMessage('Be kind.'), new HumanMessage('Hello!')])

    expect(mockProvider.current.requests[0]?.body).toMatchObject({
      messages: [{ role: 'developer' }, { role: 'user' }],
      max_completion_tokens: 300,
    })
    expect(message).toMatchObject({ usage_metadata: { output_token_details: { reasoning: 64 } } })
  })

  test('applies a fault from the headers of its connection', async () => {
    const model = chatModel(FAST, { 'x-demo-fault': '429:retry-after=2' })

    await expect(model.invoke('Hello!')).rejects.toMatchObject({ status: 429 })
  })

  test('reports a refused key', async () => {
    const model = new ChatOpenAICompletions({
      model: FAST,
      apiKey: 'refused',
      maxRetries: 0,
      configuration: { baseURL: mockProvider.current.url },
    })

    await expect(model.invoke('Hello!')).rejects.toMatchObject({
      status: 401,
      lc_error_code: 'MODEL_AUTHENTICATION',
    })
  })
})

test('the LangChain embeddings embed queries and documents', async () => {
  const embeddings = new OpenAIEmbeddings({
    model: 'demo-embedding',
    apiKey: 'any',
    dimensions: 128,
    configuration: { baseURL: mockProvider.current.url },
  })

  const [document] = await embeddings.embedDocuments(['Checkpoints are saved after every step.'])
  const query = await embeddings.embedQuery('Checkpoints are saved after every step.')

  expect(query).toHaveLength(128)
  expect(document).toEqual(query)
})
