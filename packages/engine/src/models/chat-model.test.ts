import { HumanMessage } from '@langchain/core/messages'
import type { AIMessageChunk } from '@langchain/core/messages'
import type { ModelSettings } from '@lathe/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ModelConnection } from '../fetch/request.ts'
import { startServer } from '../testing/http-server.ts'
import type { Answer } from '../testing/http-server.ts'
import { connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'
import { completion, delta, DONE, event, startStream, streamed, usage } from '../testing/sse.ts'
import { createChatModel } from './chat-model.ts'
import type { LatheChatModel } from './lathe-chat-model.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(closing.splice(0).map((close) => close()))
})

type Fields = { settings?: Partial<ModelSettings>; connection?: Partial<ModelConnection> }

async function modelOf(answer: Answer, { settings, connection }: Fields = {}) {
  const server = await startServer(answer)
  closing.push(() => server.close())
  const { ports, exchanges, retries } = testPorts()
  const access = quickAccess({ idleMs: 100 })
  const model = await createChatModel({
    connection: connectionTo(server.url, connection),
    settings: { connection: 'test', name: 'gpt-test', ...settings },
    fetch: access.forRun(ports),
    retry: access.retry,
  })
  return {
    server,
    model,
    exchanges,
    retries,
    bodies: () => server.seen.map(({ body }) => JSON.parse(body)),
  }
}

/** Reading with a token handler makes LangChain stream, as LangGraph's message mode does. */
async function streamedInvoke(
  model: LatheChatModel,
  options: Parameters<LatheChatModel['invoke']>[1] = {},
) {
  const tokens: string[] = []
  const errors: unknown[] = []
  const handler = {
    name: 'test',
    lc_prefer_streaming: true,
    handleLLMNewToken: (token: string) => void tokens.push(token),
    handleLLMError: (error: unknown) => void errors.push(error),
  }
  const answer = await model
    .invoke('Hello', { ...options, callbacks: [handler] })
    .catch((error: unknown) => ({ error }))
  return { answer: answer as AIMessageChunk & { error?: unknown }, tokens, errors }
}

/** Comments in pieces and blank lines, until the other side hangs up. */
const keepAlive: Answer = (_, response) => {
  const pieces = [': keep', '-alive\n', '\n', ':', ' data: {}\r\n\r\n']
  const timer = setInterval(() => {
    const [piece = ''] = pieces.splice(0, 1)
    pieces.push(piece)
    response.write(piece)
  }, 5)
  response.once('close', () => clearInterval(timer))
}

const stream: Answer = (_, response) => {
  startStream(response, streamed('Hel', 'lo', ' wörld'))
  response.end()
}

describe('an answer', () => {
  test('comes whole', async () => {
    const { model, bodies } = await modelOf(
      (_, response) => void response.end(completion({ content: 'Hi' })),
    )

    const answer = await model.invoke([new HumanMessage('Hello')])

    expect(answer.content).toBe('Hi')
    expect(answer.usage_metadata).toMatchObject({ input_tokens: 9, output_tokens: 3 })
    expect(bodies()[0]).toMatchObject({ model: 'gpt-test', stream: false })
  })

  test('streams, with usage in the end', async () => {
    const { model, bodies } = await modelOf(stream)

    const { answer, tokens } = await streamedInvoke(model)

    expect(tokens.join('')).toBe('Hello wörld')
    expect(answer.content).toBe('Hello wörld')
    expect(answer.usage_metadata).toMatchObject({
      input_tokens: 9,
      input_token_details: { cache_read: 4 },
      output_token_details: { reasoning: 1 },
    })
    expect(answer.response_metadata).toMatchObject({
      finish_reason: 'stop',
      model_name: 'gpt-test',
    })
    expect(bodies()[0]).toMatchObject({ stream: true, stream_options: { include_usage: true } })
  })

  test('may come in any pieces, with comments and Windows line ends', async () => {
    const bytes = Buffer.from(`: hello\r\n\r\n${streamed('grüße ', '😀').replaceAll('\n', '\r\n')}`)
    const { model } = await modelOf(async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let at = 0; at < bytes.length; at += 7) {
        response.write(bytes.subarray(at, at + 7))
        await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
    })

    expect((await streamedInvoke(model)).answer.content).toBe('grüße 😀')
  })

  test('may call tools', async () => {
    const call = (fields: Record<string, unknown>) =>
      delta({ tool_calls: [{ index: 0, ...fields }] })
    const { model, bodies } = await modelOf(
      (_, response) => {
        startStream(
          response,
          call({ id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":' } }) +
            call({ function: { arguments: '1}' } }) +
            delta({}, 'tool_calls') +
            DONE,
        )
        response.end()
      },
      { settings: { parallelToolCalls: false } },
    )
    const tools = [{ type: 'function' as const, function: { name: 'add', parameters: {} } }]

    const { answer } = await streamedInvoke(model, { tools })

    expect(answer.tool_calls).toEqual([
      { type: 'tool_call', id: 'call_1', name: 'add', args: { a: 1 } },
    ])
    expect(bodies()[0]).toMatchObject({ tools, parallel_tool_calls: false })
  })

  test('may come whole although a stream was asked for', async () => {
    const { model } = await modelOf((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      response.end(completion({ content: 'All at once' }))
    })

    const { answer } = await streamedInvoke(model)

    expect(answer.content).toBe('All at once')
    expect(answer.usage_metadata).toMatchObject({ total_tokens: 12 })
  })

  test('is the assistant’s though the server never says so', async () => {
    const { model } = await modelOf((_, response) => {
      startStream(response, delta({ content: 'Hi' }) + delta({}, 'length') + DONE)
      response.end()
    })

    const { answer } = await streamedInvoke(model)

    expect(answer).toMatchObject({
      content: 'Hi',
      type: 'ai',
      response_metadata: { finish_reason: 'length' },
    })
  })

  test('ends when its last word is said, though the server holds the line', async () => {
    const { model, exchanges } = await modelOf((_, response) =>
      startStream(response, streamed('Hi')),
    )

    expect((await streamedInvoke(model)).answer.content).toBe('Hi')
    expect(exchanges[0]).toMatchObject({ error: null })
  })
})

test('settings reach the wire, and nothing of the environment does', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'sk-env-canary')
  vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1/env-canary')
  vi.stubEnv('OPENAI_ORGANIZATION', 'env-canary')
  const { model, server, bodies } = await modelOf(
    (_, response) => void response.end(completion({ content: 'Hi' })),
    {
      settings: {
        temperature: 0,
        topP: 0.5,
        maxTokens: 7,
        seed: 3,
        stop: ['END'],
        frequencyPenalty: 1,
        presencePenalty: -1,
        reasoningEffort: 'low',
        parallelToolCalls: true,
        extra: { top_k: 4 },
      },
    },
  )

  await model.invoke('Hello')

  expect(bodies()[0]).toEqual({
    model: 'gpt-test',
    messages: [{ role: 'user', content: 'Hello' }],
    temperature: 0,
    top_p: 0.5,
    max_tokens: 7,
    seed: 3,
    stop: ['END'],
    frequency_penalty: 1,
    presence_penalty: -1,
    reasoning_effort: 'low',
    top_k: 4,
    stream: false,
  })
  expect(JSON.stringify(server.seen)).not.toContain('env-canary')
  expect(JSON.stringify([model, model.toJSON(), model.lc_kwargs])).not.toContain('canary')
})

test('counts tokens without the network', async () => {
  const { model } = await modelOf(stream)

  expect(await model.getNumTokens('twelve chars')).toBe(3)
})

describe('an answer that breaks off', () => {
  test.each<[string, Answer, string, Fields?]>([
    [
      'is cut',
      (_, response) => void setTimeout(() => response.destroy(), 20),
      'STREAM_INTERRUPTED',
    ],
    ['ends without its last word', (_, response) => void response.end(), 'STREAM_INTERRUPTED'],
    ['falls silent', () => {}, 'TIMEOUT'],
    [
      'says no more than that it is there',
      keepAlive,
      'TIMEOUT',
      { connection: { timeoutMs: 1_000 } },
    ],
    [
      'says there is trouble',
      (_, response) => void response.end(event({ error: { message: 'overloaded' } })),
      'PROVIDER_ERROR',
    ],
  ])('(it %s) is asked for again from the start', async (_, breakOff, code, fields) => {
    const answer: Answer = async (request, response, nth) => {
      if (nth > 1) return stream(request, response, nth)
      startStream(response, delta({ content: 'Hel' }))
      return breakOff(request, response, nth)
    }
    const { model, server, exchanges, retries } = await modelOf(answer, fields)

    const { answer: said, tokens, errors } = await streamedInvoke(model)

    expect(said.content).toBe('Hello wörld')
    expect(tokens.slice(0, 2)).toEqual(['Hel', ''])
    expect(errors).toMatchObject([{ code }])
    expect(retries).toMatchObject([{ attempt: 1, of: 3, code }])
    expect(server.seen).toHaveLength(2)
    expect(exchanges.map(({ attempt, address }) => [attempt, address.ordinal])).toEqual([
      [1, 0],
      [2, 0],
    ])
  })

  test('every time fails in the end', async () => {
    const { model, server } = await modelOf((_, response) => {
      startStream(response, delta({ content: 'Hel' }))
      response.end()
    })

    expect((await streamedInvoke(model)).answer.error).toMatchObject({ code: 'STREAM_INTERRUPTED' })
    expect(server.seen).toHaveLength(3)
  })

  test.each<[string, string, string]>([
    ['is not JSON', 'data: {"choices":[{\n\n', 'BAD_RESPONSE'],
    ['holds no text', 'data: {"choices":[{"delta":{"content":{"a":1}}}]}\n\n', 'BAD_RESPONSE'],
    ['holds no choice', 'data: {"choices":["hello"]}\n\n', 'BAD_RESPONSE'],
    [
      'is refused',
      event({ error: { type: 'invalid_request_error', message: 'no' } }),
      'BAD_REQUEST',
    ],
  ])('because it %s is not asked for again', async (_, text, code) => {
    const { model, server } = await modelOf((_, response) => {
      startStream(response, delta({ content: 'Hel' }) + text)
      response.end()
    })

    expect((await streamedInvoke(model)).answer.error).toMatchObject({ code })
    expect(server.seen).toHaveLength(1)
  })
})

describe('an answer that is none', () => {
  test.each<[string, string]>([
    ['<html>Welcome</html>', 'something that is not JSON'],
    ['{"choices":[]}', 'without choices'],
    ['{"hello":1}', 'without choices'],
    ['null', 'without choices'],
  ])('(%s) is named', async (body, message) => {
    const { model } = await modelOf((_, response) => void response.end(body))

    await expect(model.invoke('Hello')).rejects.toMatchObject({
      code: 'BAD_RESPONSE',
      message: expect.stringContaining(message),
    })
  })

  test('is named when it is a stream of nothing', async () => {
    const { model } = await modelOf((_, response) => {
      startStream(response, DONE)
      response.end()
    })

    expect((await streamedInvoke(model)).answer.error).toMatchObject({
      code: 'BAD_RESPONSE',
      message: 'The provider sent an empty answer',
    })
  })

  test('is named when a stream was asked for and a web page came, and not asked for again', async () => {
    const { model, server } = await modelOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end('<html>Sign in</html>')
    })

    expect((await streamedInvoke(model)).answer.error).toMatchObject({
      code: 'BAD_RESPONSE',
      message: 'The provider sent a web page',
    })
    expect(server.seen).toHaveLength(1)
  })

  test.each([400, 401, 404, 429, 500])('but a %i has the catalogue’s code', async (status) => {
    const { model } = await modelOf((_, response) => void response.writeHead(status).end('{}'))

    await expect(model.invoke('Hello')).rejects.toMatchObject({ status, name: 'LatheError' })
  })
})

test('cancelling ends the request', async () => {
  let isClosed = false
  const { model, exchanges } = await modelOf((_, response) => {
    response.on('close', () => {
      isClosed = true
    })
    startStream(response, delta({ content: 'Hel' }) + usage)
  })
  const controller = new AbortController()
  const asking = streamedInvoke(model, { signal: controller.signal })
  setTimeout(() => controller.abort(), 40)

  expect((await asking).tokens).toEqual(['Hel'])
  await expect.poll(() => isClosed).toBe(true)
  await expect.poll(() => exchanges).toMatchObject([{ error: { code: 'ABORTED' } }])
})
