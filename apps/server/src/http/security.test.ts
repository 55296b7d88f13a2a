import { request } from 'node:http'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { openDatabase } from '../db/open.ts'
import { createDatabase } from '../testing/databases.ts'
import { settingDocument } from '../testing/documents.ts'
import { createTestApp, TEST_TOKEN } from '../testing/test-app.ts'

let db: Db
let remove: () => Promise<void>
beforeAll(async () => {
  const database = await createDatabase('sqlite')
  db = await openDatabase(database.config)
  remove = database.remove
})
afterAll(async () => {
  await db.close()
  await remove()
})

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

async function serve(env: Record<string, string> = {}) {
  const app = createTestApp(db, { env })
  const served = await app.serve()
  close = served.close
  return { ...served, app }
}

type Sent = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}

/** Plain sockets: fetch would not let a test choose its Host. */
function send(port: number, { method = 'GET', path, headers = {}, body }: Sent) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const req = request({ host: '127.0.0.1', port, method, path, headers }, (res) => {
        let text = ''
        res.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        res.on('end', () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text }),
        )
      })
      req.on('error', reject)
      req.end(body)
    },
  )
}

const bearer = { authorization: `Bearer ${TEST_TOKEN}` }
const json = { ...bearer, 'content-type': 'application/json' }
const cookieFrom = (headers: NodeJS.Dict<string | string[]>) =>
  String(headers['set-cookie']).split(';')[0] ?? ''

describe('the host guard', () => {
  test.each(['evil.example', 'evil.example:4747', 'localhost', 'localhost.:4747', '127.0.0.1:1'])(
    'refuses requests that name the server %s',
    async (host) => {
      const { port } = await serve()

      const answer = await send(port, { path: '/api/about', headers: { ...bearer, host } })

      expect(answer.status).toBe(421)
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'FORBIDDEN' })
    },
  )

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('answers to %s', async (name) => {
    const { port } = await serve()

    const answer = await send(port, { path: '/healthz', headers: { host: `${name}:${port}` } })

    expect(answer.status).toBe(200)
  })

  test('answers to its public address when it has one', async () => {
    const { port } = await serve({ LATHE_PUBLIC_URL: 'https://lathe.example' })
    const headers = { host: 'lathe.example', origin: 'https://lathe.example' }

    expect((await send(port, { path: '/healthz', headers })).status).toBe(200)
  })

  test.each(['https://evil.example', 'null', 'http://localhost:1', 'https://127.0.0.1'])(
    'refuses pages of %s, practice provider included',
    async (origin) => {
      const { port } = await serve()
      const headers = { ...bearer, origin }

      for (const path of ['/api/agents', '/rpc/agents/list', '/practice/v1/models', '/']) {
        expect((await send(port, { path, headers })).status).toBe(403)
      }
    },
  )

  test('refuses what a browser fetches for another site, but not a followed link', async () => {
    const { port } = await serve()
    const foreign = { 'sec-fetch-site': 'cross-site' }

    const image = { ...foreign, 'sec-fetch-mode': 'no-cors' }
    expect((await send(port, { path: '/practice/v1/models', headers: image })).status).toBe(403)
    const link = { ...foreign, 'sec-fetch-mode': 'navigate' }
    expect((await send(port, { path: '/login', headers: link })).status).not.toBe(403)
  })
})

describe('the session', () => {
  test.each(['/api/agents', '/rpc/agents/list', '/api/runs/x/events', '/api/nothing'])(
    '%s needs one',
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
  ])('%s is not one', async (_, headers) => {
    const { port } = await serve()

    expect((await send(port, { path: '/api/agents', headers })).status).toBe(401)
  })

  test('the start address becomes a cookie and leaves no token behind', async () => {
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

  test('a tampered cookie is refused', async () => {
    const { port } = await serve()
    const start = await send(port, { path: `/?token=${TEST_TOKEN}` })
    const cookie = cookieFrom(start.headers)

    for (const bad of [`${cookie}x`, cookie.slice(0, -1), 'lathe-1=x']) {
      expect((await send(port, { path: '/api/agents', headers: { cookie: bad } })).status).toBe(401)
    }
  })

  test('a wrong start address leads to the sign-in page', async () => {
    const { port } = await serve()

    const start = await send(port, { path: '/?token=guess' })

    expect(start.headers.location).toBe('/login?refused')
    expect(start.headers['set-cookie']).toBeUndefined()
  })

  test('the start address never leads to another host', async () => {
    const { port } = await serve()

    const start = await send(port, { path: `//evil.example/?token=${TEST_TOKEN}` })

    expect(start.headers.location).not.toMatch(/^\/\/|evil\.example\/?$/)
  })

  test('the practice provider asks for no key on this machine, unless told to', async () => {
    const open = await serve()
    expect((await send(open.port, { path: '/practice/v1/models' })).status).toBe(200)
    await close?.()

    const { port } = await serve({ LATHE_REQUIRE_KEYS: '1' })
    expect((await send(port, { path: '/practice/v1/models' })).status).toBe(401)
    expect((await send(port, { path: '/practice/v1/models', headers: bearer })).status).toBe(200)
  })
})

describe('limits before parsing', () => {
  const limits = { LATHE_REQUEST_BYTES: '1000', LATHE_REQUEST_JSON_DEPTH: '20' }
  const post = (port: number, body: Buffer | string, headers: Record<string, string> = {}) =>
    send(port, { method: 'POST', path: '/api/agents', headers: { ...json, ...headers }, body })

  test('a body that says it is too large is refused unread', async () => {
    const { port } = await serve(limits)

    const answer = await post(port, JSON.stringify({ name: 'x'.repeat(2_000) }))

    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test('a body of unknown length is refused where it passes the limit', async () => {
    const { port } = await serve(limits)

    const answer = await post(port, 'x'.repeat(2_000), { 'transfer-encoding': 'chunked' })

    expect(answer.status).toBe(413)
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('a %s bomb is refused before it unfolds', async (encoding, compress) => {
    const { port } = await serve(limits)
    const bomb = compress(Buffer.alloc(50 * 1024 * 1024, 'a'))
    // Too small to be refused for its own size.
    const body = bomb.subarray(0, 900)

    expect((await post(port, body, { 'content-encoding': encoding })).status).toBe(413)
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('an honest %s body is read', async (encoding, compress) => {
    const { port } = await serve(limits)
    const body = compress(JSON.stringify({ name: `By ${encoding}` }))

    const answer = await post(port, body, { 'content-encoding': encoding })

    expect(JSON.parse(answer.body)).toMatchObject({ name: `By ${encoding}` })
  })

  test.each([
    ['nested too deeply', '['.repeat(50) + ']'.repeat(50), {}, /deeper than 20/],
    ['cut off', '{"name": "x', {}, /not valid JSON/],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}, /UTF-8/],
    ['not what its encoding says', 'plain', { 'content-encoding': 'gzip' }, /content-encoding/],
  ])('a body that is %s is refused with the reason', async (_, body, headers, reason) => {
    const { port } = await serve(limits)

    const answer = await post(port, body, headers)

    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(reason),
    })
  })

  test('only JSON is read', async () => {
    const { port } = await serve()

    expect((await post(port, 'name=x', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(port, '{}', { 'content-encoding': 'rot13' })).status).toBe(415)
  })
})

describe('every answer', () => {
  test('carries a request id, in the body too when it is an error', async () => {
    const { port } = await serve()

    const answer = await send(port, { path: '/api/agents/none', headers: bearer })

    expect(answer.status).toBe(404)
    const { code, data } = JSON.parse(answer.body)
    expect(code).toBe('NO_SUCH_AGENT')
    expect(data.requestId).toBe(answer.headers['x-request-id'])
  })

  test('forbids inline script, framing, sniffing and referrers', async () => {
    const { port } = await serve()

    const { headers } = await send(port, { path: '/login' })

    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-powered-by']).toBeUndefined()
  })

  test('to what the RPC client cannot have sent is a refusal, not a crash', async () => {
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

test('too much waiting is answered with when to come back', async () => {
  const { port, app } = await serve({ LATHE_RUNS_QUEUED: '0' })
  const { slug } = await app.client.agents.create({ name: 'Busy', document: settingDocument() })
  const body = JSON.stringify({ agent: slug, version: 'draft', input: { question: 'Why?' } })

  for (const path of ['/api/runs', '/api/runs/stream']) {
    const answer = await send(port, { method: 'POST', path, headers: json, body })
    expect(answer.status).toBe(429)
    expect(answer.headers['retry-after']).toBe('1')
  }
})
