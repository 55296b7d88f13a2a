import { once } from 'node:events'
import { request } from 'node:http'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { json, send, servedApps } from '../../../testing/plain-http.ts'

const serve = servedApps()

const TEST_TIMEOUT = { timeout: 120_000 }

const smallLimits = Object.fromEntries(
  ['REQUEST', 'READING', 'CAPSULE', 'DATASET', 'MEDIA'].map((name) => [
    `LATHE_${name}_BYTES`,
    '1000',
  ]),
)

describe('request body limits', () => {
  const limits = { LATHE_REQUEST_BYTES: '1000', LATHE_REQUEST_JSON_DEPTH: '20' }
  const post = (port: number, body: Buffer | string, headers: Record<string, string> = {}) =>
    send(port, { method: 'POST', path: '/api/agents', headers: { ...json, ...headers }, body })

  test('rejects a body with a Content-Length over the limit without reading it', async () => {
    const { port } = await serve(limits)

    const answer = await post(port, JSON.stringify({ name: 'x'.repeat(2_000) }))

    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test('rejects a body of unknown length once it exceeds the limit', async () => {
    const { port } = await serve(limits)

    const answer = await post(port, 'x'.repeat(2_000), { 'transfer-encoding': 'chunked' })

    expect(answer.status).toBe(413)
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('rejects a %s bomb before decompressing it completely', async (encoding, compress) => {
    const { port } = await serve(limits)
    const bomb = compress(Buffer.alloc(50 * 1024 * 1024, 'a'))
    // Small enough to pass the limit on compressed bytes.
    const body = bomb.subarray(0, 900)

    expect((await post(port, body, { 'content-encoding': encoding })).status).toBe(413)
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('reads a valid %s body', async (encoding, compress) => {
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
  ])('rejects a body that is %s with the reason', async (_, body, headers, reason) => {
    const { port } = await serve(limits)

    const answer = await post(port, body, headers)

    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(reason),
    })
  })

  test('rejects content types other than JSON', async () => {
    const { port } = await serve()

    expect((await post(port, 'name=x', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(port, '{}', { 'content-encoding': 'rot13' })).status).toBe(415)
  })

  test('concurrent bodies share the memory budget', async () => {
    const { port } = await serve(smallLimits)
    const half = JSON.stringify({ name: 'x'.repeat(900) })
    const slow = request({ port, method: 'POST', path: '/api/agents', headers: json })
    const slowStatus = once(slow, 'response').then(([{ statusCode }]) => statusCode)
    slow.write(half)

    await vi.waitFor(async () => expect((await post(port, half)).status).toBe(429), TEST_TIMEOUT)
    slow.end('no more JSON')

    expect(await slowStatus).toBe(400)
    expect((await post(port, half)).status).not.toBe(429)
  })

  test.each([
    ['/api/datasets/preview', 'application/octet-stream'],
    ['/api/transcriptions', 'audio/wav'],
    ['/langgraph/threads', 'application/json'],
    ['/api/v1/runs/query', 'application/json'],
  ])('a body for %s counts toward the memory budget', async (path, type) => {
    const { port } = await serve(smallLimits)
    const body = 'x'.repeat(900)
    const slow = request({ port, method: 'POST', path: '/api/agents', headers: json })
    const answered = once(slow, 'response')
    slow.write(body)
    const sent = { method: 'POST', path, headers: { ...json, 'content-type': type }, body }

    await vi.waitFor(async () => expect((await send(port, sent)).status).toBe(429), TEST_TIMEOUT)
    slow.end()
    await answered

    expect((await send(port, sent)).status).not.toBe(429)
  })

  test('accepts a body as large as the whole budget if it is the only one', async () => {
    const { port } = await serve({ LATHE_READING_BYTES: '1000' })

    expect((await post(port, 'x'.repeat(2_000))).status).toBe(400)
  })

  test('limits the size of bodies without a key', async () => {
    const { port } = await serve()
    const body = `{"id":[${'{},'.repeat(400_000)}0]}`

    const answer = await send(port, {
      method: 'POST',
      path: '/api/v1/public/nobody/runs/query',
      headers: json,
      body,
    })

    expect(answer.status).toBe(413)
  })

  test('bodies without a key do not use the budget of other bodies', async () => {
    const { port } = await serve(smallLimits)
    const path = '/api/v1/public/nobody/runs/query'
    const asked = JSON.stringify({ text: 'x'.repeat(900) })
    const unauthenticated = {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
    }
    const slow = request({ port, ...unauthenticated })
    const answered = once(slow, 'response')
    slow.write(asked)
    await vi.waitFor(
      async () => expect((await send(port, { ...unauthenticated, body: asked })).status).toBe(429),
      TEST_TIMEOUT,
    )

    const answer = await post(port, asked)
    slow.end()
    await answered

    expect(answer.status).toBe(400)
  })
})
