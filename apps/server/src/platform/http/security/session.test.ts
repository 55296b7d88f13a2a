import { describe, expect, test } from 'vitest'
import { bearer, cookieFrom, send, servedApps } from '../../../testing/plain-http.ts'
import { TEST_TOKEN } from '../../../testing/test-app.ts'

const serve = servedApps()

describe('session', () => {
  test.each(['/api/agents', '/rpc/agents/list', '/api/runs/x/events', '/api/nothing'])(
    '%s requires a session',
    async (path) => {
      const { port } = await serve()

      const answer = await send(port, { path })

      expect(answer.status).toBe(401)
      expect(answer.body).toContain('UNAUTHENTICATED')
    },
  )

  test.each([
    ['another token', { authorization: `Bearer ${TEST_TOKEN}x` }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${TEST_TOKEN}` }],
    ['the token as a cookie', { cookie: `lathe-0=${TEST_TOKEN}` }],
  ])('%s is not a valid session', async (_, headers) => {
    const { port } = await serve()

    expect((await send(port, { path: '/api/agents', headers })).status).toBe(401)
  })

  test('the start URL sets a cookie and redirects to a URL without the token', async () => {
    const { port } = await serve()

    const start = await send(port, { path: `/agents?tab=new&token=${TEST_TOKEN}` })

    expect(start.status).toBe(303)
    expect(start.headers.location).toBe('/agents?tab=new')
    const cookie = String(start.headers['set-cookie'])
    expect(cookie).toMatch(/HttpOnly.*SameSite=Strict/)
    expect(cookie).not.toContain(TEST_TOKEN)
    const headers = { cookie: cookieFrom(start.headers) }
    expect((await send(port, { path: '/api/agents', headers })).status).toBe(200)
  })

  test('a page signs in with a bearer token instead of a token in the URL', async () => {
    const { port } = await serve()
    const open = async (headers: Record<string, string>) =>
      await send(port, { method: 'POST', path: '/api/session', headers })

    const opened = await open(bearer)

    expect(opened.status).toBe(204)
    const headers = { cookie: cookieFrom(opened.headers) }
    expect((await send(port, { path: '/api/agents', headers })).status).toBe(200)
    for (const refused of [{}, { authorization: 'Bearer guess' }]) {
      const answer = await open(refused)
      expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
    }
    expect((await open({ ...bearer, origin: 'https://elsewhere.example' })).status).toBe(403)
  })

  test('a modified cookie is rejected', async () => {
    const { port } = await serve()
    const start = await send(port, { path: `/?token=${TEST_TOKEN}` })
    const cookie = cookieFrom(start.headers)

    for (const bad of [`${cookie}x`, cookie.slice(0, -1), 'lathe-1=x']) {
      expect((await send(port, { path: '/api/agents', headers: { cookie: bad } })).status).toBe(401)
    }
  })

  test('a start URL with a wrong token shows the sign-in page', async () => {
    const { port } = await serve()

    const start = await send(port, { path: '/?token=guess' })

    expect(start.headers.location).toBe('/login?refused')
    expect(start.headers['set-cookie']).toBeUndefined()
  })

  test('the start URL never redirects to another host', async () => {
    const { port } = await serve()

    const start = await send(port, { path: `//evil.example/?token=${TEST_TOKEN}` })

    expect(start.headers.location).not.toMatch(/^\/\/|evil\.example\/?$/)
  })

  test.each(['/demo/v1/models', '/practice/v1/models'])(
    'the mock provider at %s requires a key from this machine only if keys are required',
    async (path) => {
      const open = await serve()
      expect((await send(open.port, { path })).status).toBe(200)
      await open.close()

      const { port } = await serve({ LATHE_REQUIRE_KEYS: '1' })
      expect((await send(port, { path })).status).toBe(401)
      expect((await send(port, { path, headers: bearer })).status).toBe(200)
    },
  )
})
