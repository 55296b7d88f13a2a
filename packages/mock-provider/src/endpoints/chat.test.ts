import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import {
  collect,
  eachTestWithMockProvider,
  FAST,
  openAi,
  post,
  user,
} from '../testing/mock-provider-test.ts'

const mockProvider = eachTestWithMockProvider()

type Params = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'model'>

const complete = (params: Params) =>
  openAi(mockProvider.current).chat.completions.create({ model: FAST, ...params })

async function stream(params: Params): Promise<OpenAI.ChatCompletionChunk[]> {
  const chunks = await openAi(mockProvider.current).chat.completions.create({
    model: FAST,
    ...params,
    stream: true,
  })
  return collect(chunks)
}

const contentOf = (chunks: readonly OpenAI.ChatCompletionChunk[], index = 0) =>
  chunks
    .flatMap((chunk) => chunk.choices)
    .filter((choice) => choice.index === index)
    .map((choice) => choice.delta.content ?? '')
    .join('')

const DRAW = {
  type: 'json_schema' as const,
  json_schema: {
    name: 'draw',
    schema: {
      type: 'object',
      properties: { number: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
      required: ['number'],
    },
  },
}

describe('a completion', () => {
  test("returns the fields of OpenAI's API", async () => {
    const completion = await complete({ messages: [user('Hello!')] })

    expect(completion).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-\w{24}$/),
      object: 'chat.completion',
      model: FAST,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: expect.stringContaining('no script for “Hello!”'),
            refusal: null,
          },
          finish_reason: 'stop',
          logprobs: null,
        },
      ],
    })
  })

  test('reports its token usage', async () => {
    const { usage } = await complete({ messages: [user('Hello!')] })

    expect(usage?.prompt_tokens).toBeGreaterThan(0)
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
    expect(usage?.prompt_tokens_details?.cached_tokens).toBe(0)
  })

  test('counts a long prefix before the last user message as cached', async () => {
    const system = { role: 'system' as const, content: 'Answer with care. '.repeat(400) }

    const { usage } = await complete({ messages: [system, user('Hello!')] })

    const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0
    expect(cached).toBeGreaterThanOrEqual(1024)
    expect(cached % 128).toBe(0)
    expect(cached).toBeLessThan(usage?.prompt_tokens ?? 0)
  })

  test('ends before a stop sequence', async () => {
    const { choices } = await complete({
      messages: [user('[[reply: one, two, three]]')],
      stop: [', three'],
    })

    expect(choices[0]?.message.content).toBe('one, two')
    expect(choices[0]?.finish_reason).toBe('stop')
  })

  test.each(['max_tokens', 'max_completion_tokens'] as const)(
    'ends with "length" at %s',
    async (limit) => {
      const { choices, usage } = await complete({ messages: [user('[[tokens: 50]]')], [limit]: 7 })

      expect(choices[0]?.finish_reason).toBe('length')
      expect(usage?.completion_tokens).toBe(7)
    },
  )

  test('counts reasoning tokens for a reasoning effort', async () => {
    const { usage } = await complete({ messages: [user('[[tokens: 5]]')], reasoning_effort: 'low' })

    expect(usage?.completion_tokens_details?.reasoning_tokens).toBe(64)
    expect(usage?.completion_tokens).toBe(69)
  })

  test('returns n choices with different values above temperature 0', async () => {
    const { choices } = await complete({
      messages: [user('Hello!')],
      n: 6,
      temperature: 1,
      response_format: DRAW,
    })

    expect(choices.map((choice) => choice.index)).toEqual([0, 1, 2, 3, 4, 5])
    expect(new Set(choices.map((choice) => choice.message.content)).size).toBeGreaterThan(1)
  })

  test('returns equal choices at temperature 0', async () => {
    const { choices } = await complete({
      messages: [user('Hello!')],
      n: 3,
      temperature: 0,
      response_format: DRAW,
    })

    expect(new Set(choices.map((choice) => choice.message.content)).size).toBe(1)
  })

  test('reads developer messages as system messages', async () => {
    const { choices } = await complete({
      messages: [{ role: 'developer', content: '[[reply: As the developer says.]]' }, user('Hi')],
    })

    expect(choices[0]?.message.content).toBe('As the developer says.')
  })

  test('states the type and size of a received image', async () => {
    const png =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAADElEQVR4nGNgIB4AAAAeAAGfZ/kAAAAASUVORK5CYII='

    const { choices } = await complete({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is in this picture?' },
            { type: 'image_url', image_url: { url: png } },
          ],
        },
      ],
    })

    expect(choices[0]?.message.content).toContain('image/png, 3 × 2 pixels')
  })
})

describe('a stream', () => {
  test('contains the text of the whole completion, one token per chunk', async () => {
    const messages = [user('What is an embedding?')]

    const whole = await complete({ messages })
    const chunks = await stream({ messages })

    expect(contentOf(chunks)).toBe(whole.choices[0]?.message.content)
    expect(chunks.map((chunk) => chunk.id)).toEqual(chunks.map(() => whole.id))
    expect(chunks.filter((chunk) => chunk.choices[0]?.delta.content)).toHaveLength(
      whole.usage?.completion_tokens ?? 0,
    )
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
  })

  test('ends with a usage chunk only on request', async () => {
    const messages = [user('Hello!')]

    const plain = await stream({ messages })
    const client = openAi(mockProvider.current)
    const counted = await collect(
      await client.chat.completions.create({
        model: FAST,
        messages,
        stream: true,
        stream_options: { include_usage: true },
      }),
    )

    expect(plain.every((chunk) => chunk.usage === undefined)).toBe(true)
    expect(counted.at(-1)).toMatchObject({
      choices: [],
      usage: { total_tokens: expect.any(Number) },
    })
    expect(counted.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true)
  })

  test('alternates between several choices', async () => {
    const chunks = await stream({ messages: [user('[[reply: one two three]]')], n: 2 })

    expect(contentOf(chunks, 0)).toBe('one two three')
    expect(contentOf(chunks, 1)).toBe('one two three')
  })

  test('keeps the requested pace', async () => {
    const client = openAi(mockProvider.current)
    const started = performance.now()

    const chunks = await client.chat.completions.create(
      { model: FAST, messages: [user('[[tokens: 20]]')], stream: true },
      { headers: { 'x-demo-latency-ms': '50', 'x-demo-tokens-per-second': '100' } },
    )
    await collect(chunks)

    expect(performance.now() - started).toBeGreaterThan(50 + 190)
  })
})

test('the same request gets the same bytes', async () => {
  const request = {
    model: FAST,
    messages: [user('Draw a number')],
    response_format: DRAW,
    temperature: 1,
    n: 2,
  }

  const first = await (await post(mockProvider.current, '/chat/completions', request)).text()
  const second = await (await post(mockProvider.current, '/chat/completions', request)).text()
  const other = await (
    await post(mockProvider.current, '/chat/completions', { ...request, seed: 7 })
  ).text()

  expect(second).toBe(first)
  expect(other).not.toBe(first)
})

test('reports a client that disconnects', async () => {
  const controller = new AbortController()
  const chunks = await openAi(mockProvider.current).chat.completions.create(
    { model: 'demo-slow', messages: [user('[[tokens: 500]]')], stream: true },
    { signal: controller.signal, headers: { 'x-demo-latency-ms': '0' } },
  )

  for await (const chunk of chunks) {
    if (chunk.choices[0]?.delta.content) controller.abort()
  }

  await expect.poll(() => mockProvider.current.requests[0]?.outcome).toBe('left')
})

test('a question with an image calls no tool', async () => {
  const url = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
  const answer = await complete({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is in this picture?' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ],
    tools: [{ type: 'function', function: { name: 'knowledge_lookup', parameters: {} } }],
  })

  expect(answer.choices[0]?.message.content).toContain('image/gif, 1 × 1 pixels')
})
