import { describe, expect, test } from 'vitest'
import { bearer, send, servedApps } from '../../../testing/plain-http.ts'

const serve = servedApps()

describe('host guard', () => {
  test.each(['evil.example', 'evil.example:4747', 'localhost', 'localhost.:4747', '127.0.0.1:1'])(
    'rejects requests with the Host header %s',
    async (host) => {
      const { port } = await serve()

      const answer = await send(port, { path: '/api/about', headers: { ...bearer, host } })

      expect(answer.status).toBe(421)
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'FORBIDDEN' })
    },
  )

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])(
    'accepts the Host header %s',
    async (name) => {
      const { port } = await serve()

      const answer = await send(port, { path: '/healthz', headers: { host: `${name}:${port}` } })

      expect(answer.status).toBe(200)
    },
  )

  test('accepts the host and origin of the public URL', async () => {
    const { port } = await serve({ LATHE_PUBLIC_URL: 'https://lathe.example' })
    const headers = { host: 'lathe.example', origin: 'https://lathe.example' }

    expect((await send(port, { path: '/healthz', headers })).status).toBe(200)
  })

  test.each(['https://evil.example', 'null', 'http://localhost:1', 'https://127.0.0.1'])(
    'rejects requests with the Origin header %s, mock provider included',
    async (origin) => {
      const { port } = await serve()
      const headers = { ...bearer, origin }

      for (const path of ['/api/agents', '/rpc/agents/list', '/demo/v1/models', '/']) {
        expect((await send(port, { path, headers })).status).toBe(403)
      }
    },
  )

  test('rejects cross-site fetches, but not followed links', async () => {
    const { port } = await serve()
    const foreign = { 'sec-fetch-site': 'cross-site' }

    const image = { ...foreign, 'sec-fetch-mode': 'no-cors' }
    expect((await send(port, { path: '/demo/v1/models', headers: image })).status).toBe(403)
    const link = { ...foreign, 'sec-fetch-mode': 'navigate' }
    expect((await send(port, { path: '/login', headers: link })).status).not.toBe(403)
  })
})
