import {
  APIConnectionError,
  APIConnectionTimeoutError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
} from 'openai'
import { describe, expect, test, vi } from 'vitest'
import {
  collect,
  eachTestWithMockProvider,
  FAST,
  openAi,
  post,
  user,
} from '../testing/mock-provider-test.ts'

const mockProvider = eachTestWithMockProvider()

const ask = (fault: string, headers: Record<string, string> = {}, content = '[[tokens: 30]]') =>
  openAi(mockProvider.current).chat.completions.create(
    { model: FAST, messages: [user(content)] },
    { headers: { 'x-demo-fault': fault, ...headers } },
  )

const stream = (fault: string) =>
  openAi(mockProvider.current).chat.completions.create(
    { model: FAST, messages: [user('[[tokens: 30]]')], stream: true },
    { headers: { 'x-demo-fault': fault } },
  )

describe('the status fault', () => {
  test.each([
    ['400', BadRequestError, { code: 'invalid_value', param: 'temperature' }],
    ['401', AuthenticationError, { code: 'invalid_api_key' }],
    ['403', PermissionDeniedError, { code: 'permission_denied' }],
    ['404', NotFoundError, { code: 'model_not_found' }],
    ['409', ConflictError, {}],
    ['422', UnprocessableEntityError, {}],
    ['429', RateLimitError, { code: 'rate_limit_exceeded' }],
    ['quota', RateLimitError, { code: 'insufficient_quota', type: 'insufficient_quota' }],
    ['context', BadRequestError, { code: 'context_length_exceeded' }],
    ['500', InternalServerError, { type: 'server_error' }],
    ['503', InternalServerError, { status: 503 }],
    ['html', InternalServerError, { status: 502 }],
  ])('%s', async (fault, kind, fields) => {
    const error = await ask(fault).then(
      () => undefined,
      (reason: unknown) => reason,
    )

    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ ...fields, requestID: expect.stringMatching(/^req_/) })
  })

  test('a 429 sends Retry-After', async () => {
    const response = await post(
      mockProvider.current,
      '/chat/completions',
      { model: FAST, messages: [user('hi')] },
      { 'x-demo-fault': '429:retry-after=2' },
    )

    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('2')
  })
})

describe('the connection fault', () => {
  test('timeout sends no answer', async () => {
    const client = openAi(mockProvider.current)

    const asked = client.chat.completions.create(
      { model: FAST, messages: [user('hi')] },
      { headers: { 'x-demo-fault': 'timeout' }, timeout: 100 },
    )

    await expect(asked).rejects.toBeInstanceOf(APIConnectionTimeoutError)
    await expect.poll(() => mockProvider.current.requests[0]?.outcome).toBe('left')
  })

  test('the connection fault reset closes before the first byte', async () => {
    await expect(ask('reset')).rejects.toBeInstanceOf(APIConnectionError)
  })

  test('cut ends a stream after some tokens', async () => {
    const texts: string[] = []
    const reading = (async () => {
      for await (const chunk of await stream('cut:after=5')) {
        const text = chunk.choices[0]?.delta.content
        if (text) texts.push(text)
      }
    })()

    await expect(reading).rejects.toThrow('terminated')
    expect(texts).toHaveLength(5)
  })

  test('stall sends some tokens and then nothing', async () => {
    const texts: string[] = []
    const controller = new AbortController()
    const chunks = await openAi(mockProvider.current).chat.completions.create(
      { model: FAST, messages: [user('[[tokens: 30]]')], stream: true },
      { headers: { 'x-demo-fault': 'stall:after=3' }, signal: controller.signal },
    )
    const reading = (async () => {
      for await (const chunk of chunks) texts.push(chunk.choices[0]?.delta.content ?? '')
    })()

    await expect.poll(() => texts.filter((text) => text !== '').length).toBe(3)
    expect(mockProvider.current.requests[0]?.outcome).toBe('pending')
    controller.abort()
    await reading
    await expect.poll(() => mockProvider.current.requests[0]?.outcome).toBe('left')
  })

  test('cut ends a whole answer in the middle', async () => {
    await expect(ask('cut')).rejects.toThrow('terminated')
  })
})

describe('a content fault sends', () => {
  test('malformed JSON', async () => {
    // The client prints what it could not read.
    const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)

    await expect(ask('malformed')).rejects.toBeInstanceOf(SyntaxError)
    await expect(stream('malformed').then(collect)).rejects.toThrow('malformed')
    printed.mockRestore()
  })

  test('an error in mid-stream', async () => {
    await expect(stream('stream-error').then(collect)).rejects.toMatchObject({
      code: 'server_error',
    })
  })

  test('a call of an unknown tool', async () => {
    const { choices } = await ask('unknown-tool')

    expect(choices[0]?.message.tool_calls).toMatchObject([{ function: { name: 'no_such_tool' } }])
  })

  test('arguments that are not JSON', async () => {
    const { choices } = await ask('bad-arguments')
    const [call] = choices[0]?.message.tool_calls ?? []

    expect(() => JSON.parse(call?.type === 'function' ? call.function.arguments : '{}')).toThrow(
      'JSON',
    )
  })

  test('an empty answer', async () => {
    const { choices } = await ask('empty')

    expect(choices[0]).toMatchObject({ message: { content: '' }, finish_reason: 'stop' })
  })

  test('a refusal', async () => {
    const { choices } = await ask('refusal')

    expect(choices[0]?.message).toMatchObject({
      content: null,
      refusal: expect.stringContaining("can't"),
    })
  })

  test('a filtered answer', async () => {
    expect((await ask('content-filter')).choices[0]?.finish_reason).toBe('content_filter')
  })
})

describe('the number of faults', () => {
  test('limits the faults by the fault times', async () => {
    const times = { 'x-demo-fault-times': '2' }

    await expect(ask('500', times)).rejects.toMatchObject({ status: 500 })
    await expect(ask('500', times)).rejects.toMatchObject({ status: 500 })

    expect((await ask('500', times)).choices).toHaveLength(1)
  })

  test('ends with the list', async () => {
    const list = '500,429:retry-after=0'

    await expect(ask(list)).rejects.toMatchObject({ status: 500 })
    await expect(ask(list)).rejects.toMatchObject({ status: 429 })

    expect((await ask(list)).choices).toHaveLength(1)
  })

  test('counts faults per request and key', async () => {
    const times = { 'x-demo-fault-times': '1' }
    await expect(ask('500', times)).rejects.toMatchObject({ status: 500 })

    await expect(ask('500', times, 'another')).rejects.toMatchObject({ status: 500 })
    await expect(ask('500', { ...times, authorization: 'Bearer other' })).rejects.toMatchObject({
      status: 500,
    })
  })

  test('starts again after a reset', async () => {
    const times = { 'x-demo-fault-times': '1' }
    await expect(ask('500', times)).rejects.toMatchObject({ status: 500 })

    mockProvider.current.reset()

    await expect(ask('500', times)).rejects.toMatchObject({ status: 500 })
  })

  test('starts again after a reset over HTTP', async () => {
    const times = { 'x-demo-fault-times': '1' }
    await expect(ask('500', times)).rejects.toMatchObject({ status: 500 })

    expect((await post(mockProvider.current, '/demo/reset', {})).status).toBe(204)

    await expect(ask('500', times)).rejects.toMatchObject({ status: 500 })
  })
})

test('reads a fault from the prompt', async () => {
  const asked = openAi(mockProvider.current).chat.completions.create({
    model: FAST,
    messages: [user('Hello [[fault: 429:retry-after=3]]')],
  })

  await expect(asked).rejects.toMatchObject({ status: 429 })
})

test('rejects an unknown fault by name', async () => {
  await expect(ask('gremlins')).rejects.toMatchObject({ status: 400, param: 'x-demo-fault' })
})

test('demo-faulty gives equal requests equal faults', async () => {
  const outcomes = async () => {
    mockProvider.current.reset()
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        post(mockProvider.current, '/chat/completions', {
          model: 'demo-faulty',
          messages: [user(`Question ${index}`)],
        }).then(
          (response) => response.status,
          () => 'cut',
        ),
      ),
    )
    return responses
  }

  const first = await outcomes()

  expect(await outcomes()).toEqual(first)
  expect(new Set(first).size).toBeGreaterThan(2)
})
