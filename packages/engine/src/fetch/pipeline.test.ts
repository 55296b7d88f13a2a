import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { LatheError } from '../errors/lathe-error.ts'
import { type Answer, startServer } from '../testing/http-server.ts'
import { chatRequest, connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})
async function serve(answer: Answer) {
  const server = await startServer(answer)
  closing.push(() => server.close())
  return server
}
const ok = { choices: [{ message: { content: 'hi' } }] }

describe('a call', () => {
  test('sends a call with its key', async () => {
    const server = await serve((_, response) => void response.end(JSON.stringify(ok)))
    const { ports, exchanges } = testPorts()
    const connection = connectionTo(server.url, { defaultHeaders: { 'x-team': 'a' } })

    const response = await quickAccess().forRun(ports)(chatRequest(connection))

    expect(await response.json()).toEqual(ok)
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/chat/completions',
      headers: {
        authorization: 'Bearer sk-canary',
        'x-team': 'a',
        'content-type': 'application/json',
      },
    })
    expect(exchanges).toHaveLength(1)
  })

  test('sends no key if the connection has none, and keeps a query of the base URL', async () => {
    const server = await serve((_, response) => void response.end('{}'))
    const connection = connectionTo(server.url, {
      baseUrl: `${server.url}/openai/?api-version=1&sig=canary`,
      secret: () => null,
    })
    const { ports, exchanges } = testPorts()

    await (await quickAccess().forRun(ports)(chatRequest(connection))).text()

    expect(server.seen[0]?.url).toBe('/openai/chat/completions?api-version=1&sig=canary')
    expect(server.seen[0]?.headers.authorization).toBeUndefined()
    expect(JSON.stringify(exchanges)).not.toContain('canary')
  })

  test('rejects a key that is not a valid header without repeating it', async () => {
    const server = await serve((_, response) => void response.end('{}'))
    const { ports, exchanges } = testPorts()
    const connection = connectionTo(server.url, { secret: () => 'sk-canary\nX-Evil: 1' })

    const error: unknown = await quickAccess()
      .forRun(ports)(chatRequest(connection))
      .catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ code: 'AUTHENTICATION', connectionId: connection.id })
    expect(inspect(error, { depth: 9 }) + JSON.stringify(exchanges)).not.toContain('canary')
    expect(server.seen).toEqual([])
  })

  test('requires the owner’s grant for a call to a private address', async () => {
    const server = await serve((_, response) => void response.end('{}'))
    const call = quickAccess().forRun(testPorts().ports)

    await expect(
      call(chatRequest(connectionTo(server.url, { allowPrivate: false }))),
    ).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
      hint: 'An owner can allow private addresses on the connection test under Models.',
    })
    expect(server.seen).toEqual([])
  })

  test('rejects a call after the budget is spent', async () => {
    const server = await serve((_, response) => void response.end('{}'))
    const { ports } = testPorts()
    const spent = {
      ...ports,
      checkBudget() {
        throw new LatheError('BUDGET_EXCEEDED', 'The run has used its tokens')
      },
    }

    await expect(
      (async () => quickAccess().forRun(spent)(chatRequest(connectionTo(server.url))))(),
    ).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' })
    expect(server.seen).toEqual([])
  })

  test('rejects an answer over the size limit, live and from a recording', async () => {
    const server = await serve((_, response) => void response.end('x'.repeat(1_001)))
    const request = () => chatRequest(connectionTo(server.url))
    const { ports, exchanges } = testPorts()
    const access = quickAccess({}, 0, 1_000)
    const refusal = {
      code: 'PAYLOAD_TOO_LARGE',
      message: 'The answer of test is over 1000 bytes',
      hint: expect.stringContaining('LATHE_PROVIDER_RESPONSE_BYTES'),
      retryable: false,
    }

    const recorded = await access.forRun(ports)(request())
    await expect(recorded.text()).rejects.toMatchObject(refusal)
    await expect((await access.direct(request())).text()).rejects.toMatchObject(refusal)

    expect(exchanges).toMatchObject([{ error: { code: 'PAYLOAD_TOO_LARGE' } }])
  })

  test('redacts a key that the answer repeats from the recording and the result', async () => {
    const server = await serve(
      (request, response) => void response.end(`you are ${request.headers.authorization}`),
    )
    const { ports, exchanges } = testPorts()
    const connection = connectionTo(server.url, { secret: () => 'sk-canary-0123456789' })

    const response = await quickAccess().forRun(ports)(chatRequest(connection))

    expect(await response.text()).toBe('you are Bearer [secret]')
    expect(JSON.stringify(exchanges)).not.toContain('canary')
  })

  test('fails at its timeout, and its request ends', async () => {
    let open = 0
    const server = await serve((_, response) => {
      open += 1
      response.on('close', () => {
        open -= 1
      })
    })
    const connection = connectionTo(server.url, { timeoutMs: 40, maxRetries: 0 })

    await expect(
      quickAccess().forRun(testPorts().ports)(chatRequest(connection)),
    ).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('40 ms'),
      retryable: true,
    })
    // Polls because a busy machine may not have sent the request yet.
    await expect.poll(() => open).toBe(0)
  })
})

describe('retries', () => {
  test.each([408, 409, 429, 500, 503])('retries follow a %i', async (status) => {
    const server = await serve(
      (_, response, nth) => void response.writeHead(nth < 3 ? status : 200).end('{"n":1}'),
    )
    const { ports, retries, exchanges } = testPorts()

    const response = await quickAccess().forRun(ports)(chatRequest(connectionTo(server.url)))
    await response.text()

    expect(server.seen).toHaveLength(3)
    expect(retries.map(({ attempt, maxAttempts }) => [attempt, maxAttempts])).toEqual([
      [1, 3],
      [2, 3],
    ])
    expect(exchanges.map(({ attempt, address }) => [attempt, address.ordinal])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ])
  })

  test.each([400, 401, 403, 404, 422])('retries do not follow a %i', async (status) => {
    const server = await serve((_, response) => void response.writeHead(status).end('{}'))

    await expect(
      quickAccess().forRun(testPorts().ports)(chatRequest(connectionTo(server.url))),
    ).rejects.toMatchObject({ status })
    expect(server.seen).toHaveLength(1)
  })

  test('retries do not follow a used-up quota', async () => {
    const error = { error: { code: 'insufficient_quota', message: 'You exceeded your quota' } }
    const server = await serve(
      (_, response) => void response.writeHead(429).end(JSON.stringify(error)),
    )

    await expect(
      quickAccess().forRun(testPorts().ports)(chatRequest(connectionTo(server.url))),
    ).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' })
    expect(server.seen).toHaveLength(1)
  })

  test('honour Retry-After in seconds and as a date, and stop at a long one', async () => {
    const soon = () => new Date(Date.now() + 2_000).toUTCString()
    const server = await serve((_, response, nth) => {
      const wait = nth === 1 ? '0.2' : nth === 2 ? soon() : '120'
      response.writeHead(429, { 'retry-after': wait }).end('{}')
    })
    const { ports, retries } = testPorts()
    const began = performance.now()

    await expect(
      quickAccess().forRun(ports)(chatRequest(connectionTo(server.url))),
    ).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 120_000 })
    expect(retries.map(({ code }) => code)).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
    expect(retries[0]?.waitMs).toBe(200)
    expect(performance.now() - began).toBeGreaterThan(1_000)
    expect(server.seen).toHaveLength(3)
  })

  test('retries stop as soon as the run is cancelled', async () => {
    const server = await serve(
      (_, response) => void response.writeHead(429, { 'retry-after': '30' }).end('{}'),
    )
    const controller = new AbortController()
    const call = quickAccess().forRun(testPorts().ports)(
      chatRequest(connectionTo(server.url), { signal: controller.signal }),
    )
    await expect.poll(() => server.seen.length).toBe(1)
    controller.abort(new LatheError('ABORTED', 'Cancelled by you'))

    await expect(call).rejects.toMatchObject({ code: 'ABORTED' })
    expect(server.seen).toHaveLength(1)
  })

  test('retries use the number that the connection sets', async () => {
    const server = await serve((_, response) => void response.writeHead(500).end())

    await expect(
      quickAccess().forRun(testPorts().ports)(
        chatRequest(connectionTo(server.url, { maxRetries: 1 })),
      ),
    ).rejects.toMatchObject({ code: 'PROVIDER_ERROR' })
    expect(server.seen).toHaveLength(2)
  })

  test('retries follow a refused connection', async () => {
    const server = await startServer(() => {})
    await server.close()
    const { ports, retries, exchanges } = testPorts()

    await expect(
      quickAccess().forRun(ports)(chatRequest(connectionTo(server.url))),
    ).rejects.toMatchObject({ code: 'CONNECTION' })
    expect(retries).toHaveLength(2)
    expect(exchanges.map(({ error }) => error?.code)).toEqual(Array(3).fill('CONNECTION'))
  })
})
