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

const pages = [
  { path: '/', scripts: ['assets/overview.js'], styles: [] },
  { path: '/traces/differences', scripts: ['assets/differences.js'], styles: [] },
  { path: '/traces/$traceId', scripts: ['assets/trace.js'], styles: ['assets/trace.css'] },
]

let folder: string
let port: number
let close: () => void
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lathe-web-'))
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.js'), 'secret')
  await writeFile(
    join(folder, 'dist', 'index.html'),
    '<!doctype html><head><script src="/main.js"></script></head><div id="root">',
  )
  await mkdir(join(folder, 'dist', '.vite'))
  await writeFile(join(folder, 'dist', '.vite', 'pages.json'), JSON.stringify(pages))
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

/** Unlike fetch, does not decode or normalize the path. */
const get = (path: string, encoding = 'identity', given: NodeJS.Dict<string> = {}) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const headers = { 'accept-encoding': encoding, ...given }
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

test.each(['/', '/agents/assistant', '/traces/x?span=y'])(
  'GET %s returns the page',
  async (path) => {
    const { status, headers, body } = await get(path)

    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(body.toString()).toContain('id="root"')
  },
)

test.each([
  ['/', ['/assets/overview.js']],
  ['/traces/differences', ['/assets/differences.js']],
  ['/traces/x?span=y', ['/assets/trace.css', '/assets/trace.js']],
  ['/traces/', []],
  ['/agents/assistant', []],
])('page %s lists common assets before page assets', async (path, files) => {
  const page = (await get(path)).body.toString()

  const [, links = ''] = page.split('</script>')
  const head = links.slice(0, links.indexOf('</head>'))
  expect([...head.matchAll(/href="([^"]+)"/g)].map(([, file]) => file)).toEqual(files)
})

test('returns 304 for a cached page unless the page needs other files', async () => {
  const ofTrace = String((await get('/traces/x')).headers['etag'])

  const again = await get('/traces/y', 'identity', { 'if-none-match': ofTrace })
  const other = await get('/', 'identity', { 'if-none-match': ofTrace })

  expect([again.status, again.body.length]).toEqual([304, 0])
  expect(other.status).toBe(200)
})

test('hashed files are immutable', async () => {
  const { headers, body } = await get('/assets/main-abc123.js')

  expect(headers['cache-control']).toContain('immutable')
  expect(headers['content-type']).toContain('javascript')
  expect(body.toString()).toBe(script)
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'hashed files are compressed with %s, also from the cache',
  async (encoding, unpack) => {
    for (let time = 0; time < 2; time++) {
      const { headers, body } = await get('/assets/main-abc123.js', encoding)

      expect(headers['content-encoding']).toBe(encoding)
      expect(headers['vary']).toContain('accept-encoding')
      expect(body.length).toBeLessThan(script.length / 10)
      expect(unpack(body).toString()).toBe(script)
    }
  },
)

test('a missing file returns 404 instead of the page', async () => {
  expect((await get('/assets/main-old.js')).status).toBe(404)
  expect((await get('/assets/main-old.js', 'br')).status).toBe(404)
})

test.each(['/assets/../../secret.js', '/assets/..%2f..%2fsecret.js', '/..%2fsecret.js'])(
  '%s does not escape the folder',
  async (path) => {
    for (const encoding of ['identity', 'br', 'gzip']) {
      expect((await get(path, encoding)).body.toString()).not.toContain('secret')
    }
  },
)
