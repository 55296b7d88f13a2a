import { gzipSync } from 'node:zlib'
import { CPU_LIMIT_MS, cpuTime, REJECTED_PATTERNS, SLOW_FAMILIES } from '@lathe/patterns/testing'
import { describe, expect, test } from 'vitest'
import {
  eachTestWithMockProvider,
  FAST,
  openAi,
  post,
  user,
} from '../testing/mock-provider-test.ts'
import { functionTool } from '../testing/tools.ts'

const mockProvider = eachTestWithMockProvider({ bodyLimit: 500_000, aliases: { 'gpt-4o': FAST } })

const hello = { model: FAST, messages: [user('hi')] }
const chat = (body: unknown) => post(mockProvider.current, '/chat/completions', body)

async function errorOf(response: Response): Promise<unknown> {
  return { status: response.status, ...(await response.json()).error }
}

describe('a rejected chat request names the parameter of', () => {
  test.each([
    ['no model', { messages: [] }, 'model'],
    ['no messages', { model: FAST }, 'messages'],
    ['an empty list of messages', { model: FAST, messages: [] }, 'messages'],
    [
      'an unknown role',
      { ...hello, messages: [{ role: 'robot', content: 'x' }] },
      'messages[0].role',
    ],
    [
      'content that is no text',
      { ...hello, messages: [user('x'), { role: 'user', content: 5 }] },
      'messages[1].content',
    ],
    [
      'a part of unknown type',
      { ...hello, messages: [{ role: 'user', content: [{ type: 'smell' }] }] },
      'messages[0].content[0].type',
    ],
    ['a temperature above 2', { ...hello, temperature: 2.5 }, 'temperature'],
    ['too many stop sequences', { ...hello, stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop'],
    ['a misspelt parameter', { ...hello, temprature: 1 }, 'temprature'],
    ['both token limits', { ...hello, max_tokens: 5, max_completion_tokens: 5 }, 'max_tokens'],
    [
      'stream options without a stream',
      { ...hello, stream_options: { include_usage: true } },
      'stream_options',
    ],
    ['a tool choice without tools', { ...hello, tool_choice: 'auto' }, 'tool_choice'],
    [
      'a tool choice that is not among the tools',
      {
        ...hello,
        tools: [functionTool('a', '', {})],
        tool_choice: { type: 'function', function: { name: 'b' } },
      },
      'tool_choice',
    ],
    [
      'a tool name with spaces',
      { ...hello, tools: [functionTool('a b', '', {})] },
      'tools[0].function.name',
    ],
    [
      'a tool message nobody asked for',
      { ...hello, messages: [user('x'), { role: 'tool', tool_call_id: 'a', content: 'y' }] },
      'messages[1].role',
    ],
    [
      'a tool call without its result',
      {
        ...hello,
        messages: [
          {
            role: 'assistant',
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
          user('and?'),
        ],
      },
      'messages[1].role',
    ],
    [
      'JSON mode without the word',
      { ...hello, response_format: { type: 'json_object' } },
      'messages',
    ],
    [
      'a strict schema that is not closed',
      {
        ...hello,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'x', strict: true, schema: { type: 'object', properties: {} } },
        },
      },
      'response_format.json_schema.schema',
    ],
    [
      'a strict schema with an optional property',
      {
        ...hello,
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'x',
            strict: true,
            schema: { type: 'object', properties: { a: {} }, additionalProperties: false },
          },
        },
      },
      'response_format.json_schema.schema',
    ],
    [
      'a schema with a broken pattern',
      {
        ...hello,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'x', schema: { pattern: '(' } },
        },
      },
      'response_format.json_schema.schema',
    ],
  ])('%s', async (_what, body, param) => {
    expect(await errorOf(await chat(body))).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param,
      message: expect.any(String),
    })
  })
})

const SCHEMAS: readonly (readonly [string, (pattern: string, text: string) => object])[] = [
  [
    'the schema of an answer',
    (pattern, text) => ({
      ...hello,
      messages: [user(`The code is ${text}`)],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'x', schema: codeSchema(pattern, text) },
      },
    }),
  ],
  [
    'the schema of a tool',
    (pattern, text) => ({
      ...hello,
      messages: [user(`Look up ${text}`)],
      tools: [
        { type: 'function', function: { name: 'look_up', parameters: codeSchema(pattern, text) } },
      ],
      tool_choice: 'required',
    }),
  ],
]

/** RE2 has no problem with deep nesting. */
const REJECTED = REJECTED_PATTERNS.filter(([, reason]) => reason !== 'nested too deeply')

const codeSchema = (pattern: string, text: string) => ({
  type: 'object',
  properties: { code: { type: 'string', pattern }, other: { enum: [text], pattern } },
  patternProperties: { [pattern]: { type: 'string' } },
  required: ['code', text.slice(0, 500)],
})

describe.each(SCHEMAS)('a pattern in %s', (_, requestOf) => {
  test.each(SLOW_FAMILIES)('%s is evaluated in linear time', async (pattern, text) => {
    let status = 0

    const spent = await cpuTime(async () => {
      status = (await chat(requestOf(pattern, text))).status
    })

    expect([200, 400]).toContain(status)
    expect(spent).toBeLessThan(CPU_LIMIT_MS)
  })

  test.each(REJECTED)('%s is rejected by name with 400', async (pattern, reason) => {
    expect(await errorOf(await chat(requestOf(pattern, 'aaa')))).toMatchObject({
      status: 400,
      message: expect.stringContaining(reason),
    })
  })
})

test.each(['[', '{"a":'])('rejects a body of many nested %s with 400', async (open) => {
  const close = open === '[' ? ']' : '}'
  for (const depth of [200, 20_000]) {
    const nested = `${open.repeat(depth)}1${close.repeat(depth)}`

    const bodies = [nested, `{"model":"${FAST}","messages":${nested}}`]
    for (const path of ['/chat/completions', '/responses', '/embeddings', '/batches']) {
      for (const body of bodies) {
        const { status } = await post(mockProvider.current, path, body)
        expect([path, depth, status]).toEqual([path, depth, 400])
      }
    }
  }
})

test('reads a tool result of deeply nested JSON as plain text', async () => {
  const response = await chat({
    ...hello,
    messages: [
      user('hi'),
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'find', arguments: '['.repeat(5_000) } },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'a',
        content: '['.repeat(5_000) + ']'.repeat(5_000),
      },
    ],
  })

  expect(response.status).toBe(200)
})

test('rejects a body that is not JSON', async () => {
  expect(await errorOf(await chat('{"model":'))).toMatchObject({ status: 400 })
})

test('rejects a body over the limit, compressed bodies included', async () => {
  const huge = JSON.stringify({ ...hello, user: 'x'.repeat(600_000) })
  const zipped = await fetch(`${mockProvider.current.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(huge),
  })

  expect(await errorOf(await chat(huge))).toMatchObject({ status: 413, code: 'request_too_large' })
  expect(zipped.status).toBe(413)
})

test('rejects a prompt over the context length', async () => {
  const response = await chat({ ...hello, messages: [user('a '.repeat(140_000))] })

  expect(await errorOf(response)).toMatchObject({ status: 400, code: 'context_length_exceeded' })
})

test('returns 401 for a refused key on every path', async () => {
  const client = openAi(mockProvider.current, 'refused')

  await expect(client.models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
  await expect(client.chat.completions.create(hello)).rejects.toMatchObject({ status: 401 })
})

test('returns 404 for an unknown model and an unknown path', async () => {
  expect(await errorOf(await chat({ ...hello, model: 'nope' }))).toMatchObject({
    status: 404,
    code: 'model_not_found',
  })
  expect(await errorOf(await post(mockProvider.current, '/nope', {}))).toMatchObject({
    status: 404,
  })
})

test('rejects a chat with an embedding model', async () => {
  expect(await errorOf(await chat({ ...hello, model: 'demo-embedding' }))).toMatchObject({
    status: 404,
    param: 'model',
  })
})

test('lists and returns models and aliases', async () => {
  const client = openAi(mockProvider.current)

  const models = await client.models.list()

  expect(models.data.map((model) => model.id)).toEqual([
    'demo-1',
    'demo-fast',
    'demo-slow',
    'demo-faulty',
    'demo-embedding',
    'demo-speech',
    'demo-transcription',
    'demo-image',
    'gpt-4o',
  ])
  expect(await client.models.retrieve('gpt-4o')).toMatchObject({ id: 'gpt-4o', object: 'model' })
  await expect(client.models.retrieve('nope')).rejects.toMatchObject({ status: 404 })
})

test('sends a request id with answers and errors', async () => {
  const answered = await chat(hello)
  const refused = await chat({})

  expect(answered.headers.get('x-request-id')).toMatch(/^req_\w{24}$/)
  expect(refused.headers.get('x-request-id')).toMatch(/^req_\w{24}$/)
})
