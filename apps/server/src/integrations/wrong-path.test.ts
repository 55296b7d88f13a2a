import { expect, test } from 'vitest'
import { describeSqlite } from '../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../testing/test-app.ts'

const key = { 'x-api-key': 'lathe' }

describeSqlite('a program at the wrong address', (db) => {
  async function open() {
    const { url, close } = await createTestApp(db()).serve()
    const call = async (method: string, path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${url}${path}`, { method, headers })
      return { status: response.status, text: await response.text() }
    }
    return { call, close }
  }

  test.each([
    ['LangSmith’s, given no path', 'GET', '/info', key],
    ['LangSmith’s, given half a path', 'GET', '/api/info', key],
    ['LangGraph’s, given no path', 'POST', '/runs/wait', {}],
    ['LangGraph’s, given LangSmith’s', 'POST', '/api/v1/runs/wait', {}],
    ['LangGraph’s, given the workbench’s', 'POST', '/api/threads', key],
    ['OpenTelemetry’s, given LangSmith’s', 'POST', '/api/v1/v1/traces', {}],
    ['OpenTelemetry’s, given half a path', 'POST', '/v1/v1/traces', {}],
  ])('a request to a wrong path gets the right one: %s', async (_, method, path, headers) => {
    const { call, close } = await open()

    const { status, text } = await call(method, path, headers)

    expect([401, 404]).toContain(status)
    expect(text).toContain('/api/v1,')
    expect(text).toContain('/langgraph,')
    expect(text).toContain('/v1/traces')
    await close()
  })

  test.each(['/v1/metrics', '/otel/v1/metrics'])(
    'metrics sent to %s get a hint how to disable them',
    async (path) => {
      const { call, close } = await open()

      const { status, text } = await call('POST', path)

      expect(status).toBe(404)
      expect(text).toContain('OTEL_METRICS_EXPORTER=none')
      await close()
    },
  )

  test('the hint replaces neither pages nor valid API requests', async () => {
    const { call, close } = await open()
    const sessionHeaders = { ...key, authorization: `Bearer ${TEST_TOKEN}` }

    expect((await call('GET', '/info')).text).not.toContain('/langgraph,')
    expect((await call('GET', '/api/agents', sessionHeaders)).status).toBe(200)
    await close()
  })
})
