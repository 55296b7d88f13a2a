import { afterEach, expect, test, vi } from 'vitest'
import { settingDocument } from '../testing/documents.ts'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../testing/test-app.ts'

afterEach(() => void vi.useRealTimers())

const foreign = { origin: 'https://elsewhere.example' }

describeDatabases('the LangGraph API', (db) => {
  const startTestServer = async (env: Record<string, string> = {}) => {
    const { url, close } = await createTestApp(db(), { env }).serve()
    const call = async (headers: Record<string, string>, method = 'GET') => {
      const response = await fetch(`${url}/langgraph/ok`, { method, headers })
      const allowedOrigin = response.headers.get('access-control-allow-origin')
      return { status: response.status, allowed: allowedOrigin }
    }
    return { url, call, close }
  }

  test('local programs need no key', async () => {
    const { call, close } = await startTestServer()

    expect(await call({})).toEqual({ status: 200, allowed: null })
    await close()
  })

  test.each([
    ['nothing', {}, 401],
    ['a wrong key', { 'x-api-key': 'wrong' }, 401],
    ['its token as a key', { 'x-api-key': TEST_TOKEN }, 200],
    ['its token as a bearer', { authorization: `Bearer ${TEST_TOKEN}` }, 200],
  ])('pages of other sites that send %s get %i', async (_, headers, status) => {
    const { call, close } = await startTestServer()

    const corsResponse = await call({ ...foreign, ...headers })

    expect(corsResponse).toEqual({ status, allowed: foreign.origin })
    await close()
  })

  test('the 401 of a program without a key explains where to find one', async () => {
    const { url, close } = await startTestServer({ LATHE_REQUIRE_KEYS: '1' })

    const responses = ['/langgraph/ok', '/api/v1/sessions', '/api/agents'].map(async (path) =>
      (await fetch(`${url}${path}`)).text(),
    )

    for (const text of await Promise.all(responses))
      expect(text).toContain('`token` in its LATHE_HOME')
    await close()
  })

  test.each([
    ['nothing', {}, 401],
    ['its token', { 'x-api-key': TEST_TOKEN }, 200],
  ])('programs that send %s get %i when keys are required', async (_, headers, status) => {
    const { call, close } = await startTestServer({ LATHE_REQUIRE_KEYS: '1' })

    expect((await call(headers)).status).toBe(status)
    await close()
  })

  test.each([
    ['/langgraph/ok', 'GET'],
    ['/api/v1/settings', 'GET'],
    ['/v1/traces', 'POST'],
    ['/v1/logs', 'POST'],
    ['/demo/v1/models', 'GET'],
  ])('a key is required at %s when a proxy forwards the request', async (path, method) => {
    const { url, close } = await startTestServer()
    const request = async (headers: Record<string, string>) =>
      (await fetch(url + path, { method, headers })).status
    const forwardedHeaders = { 'x-forwarded-for': '203.0.113.9' }

    expect(await request(forwardedHeaders)).toBe(401)
    for (const name of ['forwarded', 'x-forwarded-host', 'x-real-ip'])
      expect(await request({ [name]: '203.0.113.9' })).toBe(401)
    expect(await request({ ...forwardedHeaders, authorization: `Bearer ${TEST_TOKEN}` })).not.toBe(
      401,
    )
    expect(await request({})).not.toBe(401)
    await close()
  })

  test('a rejected request does not load the engine', async () => {
    const warm = vi.fn<() => void>()
    const { url, close } = await createTestApp(db(), { context: { warm } }).serve()
    vi.useFakeTimers({ toFake: ['setTimeout'] })

    const responses = await fetch(`${url}/langgraph/ok`, { headers: foreign })
    vi.runAllTimers()
    const wasWarm = warm.mock.calls.length > 0
    await fetch(`${url}/langgraph/ok`)
    vi.runAllTimers()

    expect({ status: responses.status, wasWarm }).toEqual({ status: 401, wasWarm: false })
    expect(warm).toHaveBeenCalledOnce()
    await close()
  })

  test('a CORS preflight request succeeds without a key', async () => {
    const { call, close } = await startTestServer()

    const preflight = await call({ ...foreign, 'access-control-request-method': 'POST' }, 'OPTIONS')

    expect(preflight).toEqual({ status: 204, allowed: foreign.origin })
    await close()
  })

  test.each([
    ['/langgraph/nowhere', 'GET', undefined, 404],
    ['/langgraph/threads', 'POST', '{', 422],
    ['/langgraph/threads', 'POST', '{"thread_id":"x"}', 422],
    ['/langgraph/threads/x', 'GET', undefined, 422],
    ['/langgraph/threads/%zz', 'GET', undefined, 422],
    ['/langgraph/runs/wait', 'POST', '{}', 422],
    ['/langgraph/runs/wait', 'POST', '{"assistant_id":"nobody","input":{}}', 404],
    ['/langgraph/runs', 'POST', '{"assistant_id":"a","webhook":"http://x"}', 422],
    ['/langgraph/runs/crons', 'POST', '{"assistant_id":"a","schedule":"* * * * *"}', 422],
  ])('%s %s %s returns %i and a reason', async (path, method, body, status) => {
    const { url, close } = await startTestServer()

    const response = await fetch(url + path, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    })

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      error: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.any(String),
    })
    await close()
  })

  test('more ids than a database accepts are rejected', async () => {
    const { url, close } = await startTestServer()
    const ids = Array.from({ length: 40_000 }, () => crypto.randomUUID())

    const response = await fetch(`${url}/langgraph/threads/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ids }),
    })

    expect(response.status).toBe(422)
    await close()
  })

  test('a full run queue returns 429', async () => {
    const app = createTestApp(db(), { env: { LATHE_RUNS_QUEUED: '0' } })
    await app.client.agents.create({ name: 'Set', document: settingDocument() })
    await app.client.agents.saveVersion({ agent: 'set', revision: 1, publish: true })
    const { url, close } = await app.serve()

    const response = await fetch(`${url}/langgraph/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ assistant_id: 'set', input: { question: 'Tides?' } }),
    })

    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ error: 'OVERLOADED' })
    await close()
  })
})
