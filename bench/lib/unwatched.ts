import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { HEADLESS } from './browser.ts'
import type { Lathe } from './lathe.ts'

/** Code that runs in the page and reports a result. */
type Probe = { path: string; code: string }

const PROBE = '/bench/probe.js'
/** The response names the next page. */
const TOLD = '/bench/told'

export type Unwatched = {
  /** Opens a page whose code may call `tell`. Returns the reported text. */
  open: (probe: Probe) => Promise<string>
  close: () => Promise<void>
}

/**
 * A Chromium without an inspector that caches compiled code, as users have: with Playwright
 * attached, pages load half as fast. A proxy injects the measuring script.
 */
export async function launchUnwatched(lathe: Lathe): Promise<Unwatched> {
  const token = new URL(lathe.address).searchParams.get('token') ?? ''
  let asked: Probe | undefined
  let told: (text: string) => void = () => {}
  let waiting: ServerResponse | undefined

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === PROBE) {
      res.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
      res.end(asked?.code)
    } else if (req.url === TOLD) {
      waiting = res
      told(await text(req))
    } else relay(req, res, { url: lathe.url, token })
  }
  const server = createServer((req, res) => void answer(req, res))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port')

  const profile = mkdtempSync(join(tmpdir(), 'lathe-bench-profile-'))
  const begin = (path: string) =>
    spawn(
      process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      [
        '--headless',
        ...HEADLESS,
        '--window-size=1440,900',
        `--user-data-dir=${profile}`,
        `http://127.0.0.1:${address.port}${path}`,
      ],
      { stdio: 'ignore' },
    )
  let browser: ChildProcess | undefined
  return {
    open: async (probe) => {
      const answered = new Promise<string>((resolve) => (told = resolve))
      asked = probe
      if (browser) waiting?.end(probe.path)
      else browser = begin(probe.path)
      return await answered
    },
    close: async () => {
      const ended = browser && once(browser, 'exit')
      browser?.kill()
      await ended
      server.closeAllConnections()
      server.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Reports from the page and continues with the next one. */
export const TELL = `const tell = async (text) => {
  const next = await fetch('${TOLD}', { method: 'POST', body: text })
  location.assign(await next.text())
}`

function relay(req: IncomingMessage, res: ServerResponse, to: { url: string; token: string }) {
  const { origin, ...headers } = req.headers
  const asked = request(`${to.url}${req.url}`, {
    ...(req.method !== undefined && { method: req.method }),
    headers: {
      ...headers,
      host: new URL(to.url).host,
      authorization: `Bearer ${to.token}`,
      ...(origin !== undefined && { origin: to.url }),
    },
  })
  asked.on('response', (answer) => {
    const isPage = answer.headers['content-type']?.startsWith('text/html') ?? false
    if (isPage) void probed(answer, res)
    else answer.pipe(res.writeHead(answer.statusCode ?? 502, answer.headers))
  })
  asked.on('error', () => res.destroy())
  res.on('close', () => asked.destroy())
  req.pipe(asked)
}

async function probed(answer: IncomingMessage, res: ServerResponse) {
  const { 'content-length': _length, etag: _etag, ...headers } = answer.headers
  const page = await text(answer)
  res.writeHead(answer.statusCode ?? 502, headers)
  res.end(page.replace('<head>', `<head><script src="${PROBE}"></script>`))
}
