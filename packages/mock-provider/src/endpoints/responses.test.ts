import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import {
  collect,
  eachTestWithMockProvider,
  FAST,
  openAi,
  post,
} from '../testing/mock-provider-test.ts'

const mockProvider = eachTestWithMockProvider()

type Params = Omit<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'model'>

const create = (params: Params) =>
  openAi(mockProvider.current).responses.create({ model: FAST, ...params })

const stream = async (params: Params) =>
  collect(
    await openAi(mockProvider.current).responses.create({ model: FAST, ...params, stream: true }),
  )

const weather: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'weather',
  description: 'The weather in a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  strict: false,
}

describe('a response', () => {
  test('contains the answer of the equivalent chat request', async () => {
    const asked = { role: 'user', content: 'Hello!' } as const
    const chat = await openAi(mockProvider.current).chat.completions.create({
      model: FAST,
      messages: [asked],
    })

    const response = await create({ input: [asked] })

    expect(response.output_text).toBe(chat.choices[0]?.message.content)
    expect(response).toMatchObject({ object: 'response', status: 'completed', error: null })
    expect(response.usage).toMatchObject({
      input_tokens: chat.usage?.prompt_tokens,
      output_tokens: chat.usage?.completion_tokens,
    })
  })

  test('ends its stream with the whole response', async () => {
    const params: Params = { input: 'Hello!', instructions: 'Be kind.' }

    const events = await stream(params)

    const deltas = events.flatMap((event) =>
      event.type === 'response.output_text.delta' ? [event.delta] : [],
    )
    const { output_text: _, ...whole } = await create(params)
    expect(deltas.length).toBeGreaterThan(1)
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: whole })
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()])
  })

  test('calls tools and answers with their results', async () => {
    const input = [{ role: 'user', content: 'What is the weather in Oslo?' }] as const
    const first = await create({ input: [...input], tools: [weather], tool_choice: 'required' })
    const calls = first.output.filter((item) => item.type === 'function_call')

    const call_id = calls[0]?.call_id ?? ''
    expect(calls).toMatchObject([{ name: 'weather', call_id: expect.stringMatching(/^call_/) }])
    const second = await create({
      input: [...input, ...calls, { type: 'function_call_output', call_id, output: 'Rain, 4 °C' }],
      tools: [weather],
    })
    expect(second.output_text).toContain('Rain')
  })

  test('returns encrypted reasoning on request', async () => {
    const { output, usage } = await create({
      input: 'Hello!',
      reasoning: { effort: 'low' },
      include: ['reasoning.encrypted_content'],
      store: false,
    })

    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message'])
    expect(output[0]).toMatchObject({ encrypted_content: expect.any(String) })
    expect(usage?.output_tokens_details.reasoning_tokens).toBe(64)
  })

  test('marks a response as incomplete at its token limit', async () => {
    const input =
      '[[reply: one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen]]'

    expect(await create({ input, max_output_tokens: 16 })).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    })
  })

  test('rejects parameters of the chat API', async () => {
    const refused = await post(mockProvider.current, '/responses', {
      model: FAST,
      input: 'Hello!',
      seed: 1,
    })

    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { param: 'seed' } })
  })
})
