import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import {
  collect,
  eachTestWithMockProvider,
  FAST,
  openAi,
  user,
} from '../testing/mock-provider-test.ts'
import { functionTool, TOOLS } from '../testing/tools.ts'

const mockProvider = eachTestWithMockProvider()

type Params = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'model'>

async function callsFor(params: Params): Promise<[string, unknown][]> {
  const { choices } = await openAi(mockProvider.current).chat.completions.create({
    model: FAST,
    ...params,
  })
  return (choices[0]?.message.tool_calls ?? []).flatMap((call) =>
    call.type === 'function' ? [[call.function.name, JSON.parse(call.function.arguments)]] : [],
  )
}

describe('choosing tools', () => {
  test.each([
    ['What is 23 * 19?', [['calculator', { expression: '23 * 19' }]]],
    ['What time is it in Tokyo?', [['current_time', { timezone: 'Asia/Tokyo' }]]],
    ['What is the date today?', [['current_time', {}]]],
    ['What is LangGraph?', [['knowledge_lookup', { query: 'What is LangGraph' }]]],
    [
      'Fetch https://example.com/a.json please',
      [['http_get', { url: 'https://example.com/a.json' }]],
    ],
    ['Hello there!', []],
    ['Thanks!', []],
    [
      'What is 15% of 80, and what time is it in Paris?',
      [
        ['calculator', { expression: '15 / 100 * 80' }],
        ['current_time', { timezone: 'Europe/Paris' }],
      ],
    ],
  ])('%s', async (question, calls) => {
    expect(await callsFor({ messages: [user(question)], tools: TOOLS })).toEqual(calls)
  })

  test('makes one call at a time without parallel calls', async () => {
    const calls = await callsFor({
      messages: [user('What is 2 + 2 and what time is it?')],
      tools: TOOLS,
      parallel_tool_calls: false,
    })

    expect(calls).toEqual([['calculator', { expression: '2 + 2' }]])
  })

  test('fills the arguments of a named tool', async () => {
    const weather = functionTool('get_weather', 'The weather forecast for a city', {
      city: { type: 'string', enum: ['London', 'Oslo', 'Rome'] },
      days: { type: 'integer', minimum: 1, maximum: 7 },
    })

    const calls = await callsFor({
      messages: [user('Get the weather forecast for Oslo for 3 days')],
      tools: [weather],
    })

    expect(calls).toEqual([['get_weather', { city: 'Oslo', days: 3 }]])
  })

  test('calls no tool for the tool choice none', async () => {
    expect(
      await callsFor({ messages: [user('What is 2 + 2?')], tools: TOOLS, tool_choice: 'none' }),
    ).toEqual([])
  })

  test('calls the forced tool', async () => {
    const calls = await callsFor({
      messages: [user('Mail Ada')],
      tools: [functionTool('contact', 'A contact', { email: { type: 'string', format: 'email' } })],
      tool_choice: { type: 'function', function: { name: 'contact' } },
    })

    expect(calls).toEqual([['contact', { email: expect.stringContaining('@') }]])
  })
})

describe('a tool loop', () => {
  const call = (id: string, name: string, args: object) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  })
  const question = user('Calculate 2 + 2, and calculate 4 * 10')
  const first: OpenAI.ChatCompletionMessageParam[] = [
    {
      role: 'assistant',
      content: null,
      tool_calls: [call('a', 'calculator', { expression: '2 + 2' })],
    },
    { role: 'tool', tool_call_id: 'a', content: '4' },
  ]

  test('calls the tools that have no result yet', async () => {
    expect(await callsFor({ messages: [question, ...first], tools: TOOLS })).toEqual([
      ['calculator', { expression: '4 * 10' }],
    ])
  })

  test('ends with an answer that states the results', async () => {
    const { choices } = await openAi(mockProvider.current).chat.completions.create({
      model: FAST,
      tools: TOOLS,
      messages: [
        question,
        ...first,
        {
          role: 'assistant',
          content: null,
          tool_calls: [call('b', 'calculator', { expression: '4 * 10' })],
        },
        { role: 'tool', tool_call_id: 'b', content: '40' },
      ],
    })

    expect(choices[0]?.message.content).toBe(
      'The calculator returned 4. The calculator returned 40.',
    )
  })

  test('reports a tool error instead of calling the tool again', async () => {
    const { choices } = await openAi(mockProvider.current).chat.completions.create({
      model: FAST,
      tools: TOOLS,
      messages: [
        user('What is 2 / 0?'),
        {
          role: 'assistant',
          content: null,
          tool_calls: [call('a', 'calculator', { expression: '2 / 0' })],
        },
        { role: 'tool', tool_call_id: 'a', content: 'Error: division by zero' },
      ],
    })

    expect(choices[0]?.message.content).toBe('The calculator failed: division by zero.')
  })
})

test('streams the name of a call before its arguments', async () => {
  const chunks = await collect(
    await openAi(mockProvider.current).chat.completions.create({
      model: FAST,
      stream: true,
      tools: TOOLS,
      messages: [user('What is 2 + 2 and what time is it in Oslo?')],
    }),
  )

  const deltas = chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? [])
  const argumentsOf = (index: number) =>
    deltas
      .filter((delta) => delta.index === index)
      .map((delta) => delta.function?.arguments)
      .join('')
  expect(deltas.flatMap((delta) => delta.function?.name ?? [])).toEqual([
    'calculator',
    'current_time',
  ])
  expect(argumentsOf(0)).toBe('{"expression":"2 + 2"}')
  expect(argumentsOf(1)).toBe('{"timezone":"Europe/Oslo"}')
  expect(new Set(deltas.flatMap((delta) => delta.id ?? [])).size).toBe(2)
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
})
