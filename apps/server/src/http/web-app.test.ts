import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from './listen.ts'
import { webApp } from './web-app.ts'

const script = 'export const x = 1\n'.repeat(500)

let folder: string
let port: number
let close: () => void
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lathe-web-'))
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.js'), 'secret')
  await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html><div id="root">')
  await writeFile(join(folder, 'dist', 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'dist', 'assets', 'main-abc123.js'), script)
  const app = express().use(webApp(join(folder, 'dist')))
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })
  port = listening.port
  close = () => listening.server.close()
})
afterAll(async () => {
  close()
  await rm(folder, { recursive: true })
})

/** Without the decoding and tidying of paths that fetch does. */
const get = (path: string, encoding = 'identity') =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const headers = { 'accept-encoding': encoding }
      const req = request({ host: '127.0.0.1', port, path, headers }, (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.on('end', () =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: Buffer.concat(chunks),
          }),
        )
      })
      req.on('error', reject)
      req.end()
    },
  )

test.each(['/', '/agents/assistant', '/traces/x?span=y'])('%s is the page', async (path) => {
  const { status, headers, body } = await get(path)

  expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(body.toString()).toContain('id="root"')
})

test('hashed files may be kept for ever', async () => {
  const { headers, body } = await get('/assets/main-abc123.js')

  expect(headers['cache-control']).toContain('immutable')
  expect(headers['content-type']).toContain('javascript')
  expect(body.toString()).toBe(script)
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('hashed files come compressed as %s, the second time too', async (encoding, unpack) => {
  for (let time = 0; time < 2; time++) {
    const { headers, body } = await get('/assets/main-abc123.js', encoding)

    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toContain('accept-encoding')
    expect(body.length).toBeLessThan(script.length / 10)
    expect(unpack(body).toString()).toBe(script)
  }
})

test('a file that is missing is missing, not the page', async () => {
  expect((await get('/assets/main-old.js')).status).toBe(404)
  expect((await get('/assets/main-old.js', 'br')).status).toBe(404)
})

test.each(['/assets/../../secret.js', '/assets/..%2f..%2fsecret.js', '/..%2fsecret.js'])(
  '%s leads nowhere else',
  async (path) => {
    for (const encoding of ['identity', 'br', 'gzip']) {
      expect((await get(path, encoding)).body.toString()).not.toContain('secret')
    }
  },
)
