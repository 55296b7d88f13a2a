import { describe, expect, test } from 'vitest'
import { settingDocument } from '../testing/documents.ts'
import { bearer, json, send, servedApps } from '../testing/plain-http.ts'

const serve = servedApps()

describe('API responses', () => {
  test('API responses contain a request id, error bodies too', async () => {
    const { port } = await serve()

    const answer = await send(port, { path: '/api/agents/none', headers: bearer })

    expect(answer.status).toBe(404)
    const { code, data } = JSON.parse(answer.body)
    expect(code).toBe('NO_SUCH_AGENT')
    expect(data.requestId).toBe(answer.headers['x-request-id'])
  })

  test('API responses forbid inline scripts, framing, MIME sniffing, referrers and the microphone for other origins', async () => {
    const { port } = await serve()

    const { headers } = await send(port, { path: '/login' })

    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['permissions-policy']).toContain('microphone=(self)')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-powered-by']).toBeUndefined()
  })

  test('API responses reject bodies that the RPC client cannot send without crashing', async () => {
    const { port, app } = await serve()
    const bodies = ['[]', 'null', '{"json":{},"meta":[[99,"__proto__","x"]]}', '{"meta":"x"}', '7']

    for (const body of bodies) {
      const answer = await send(port, {
        method: 'POST',
        path: '/rpc/agents/create',
        headers: json,
        body,
      })
      expect(answer.status).toBe(400)
    }
    expect(app.log.join('')).not.toContain('request failed')
  })
})

test('contain Retry-After if the run queue is full', async () => {
  const { port, app } = await serve({ LATHE_RUNS_QUEUED: '0' })
  const { slug } = await app.client.agents.create({ name: 'Busy', document: settingDocument() })
  const body = JSON.stringify({ agent: slug, version: 'draft', input: { question: 'Why?' } })

  for (const path of ['/api/runs', '/api/runs/stream']) {
    const answer = await send(port, { method: 'POST', path, headers: json, body })
    expect(answer.status).toBe(429)
    expect(answer.headers['retry-after']).toBe('1')
  }
})

test.each([
  ['/prompts/%zz/1', {}, 400],
  ['/public/%zz/r', {}, 400],
  ['/api/v1/public/%zz/run', {}, 400],
  ['/api/ui/swagger-ui.css', { range: 'bytes=999999999-' }, 416],
])('reject %s without logging an error', async (path, headers, status) => {
  const { port, app } = await serve()

  const answer = await send(port, { path, headers })

  expect(answer.status).toBe(status)
  expect(app.log.join('')).not.toContain('request failed')
})
