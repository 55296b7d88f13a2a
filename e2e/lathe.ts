import { test as base, expect, type Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../apps/server/src/testing/postgres-server.ts'
import { built } from '../scripts/lib/built.ts'
import { isSlow, slowMachine } from './slow-machine.ts'

export type Server = { url: string; token: string; home: string }

/** Starts a server with a temporary folder that is deleted afterwards. */
export async function withServer(use: (server: Server) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'lathe-e2e-'))
  const postgres = process.env['E2E_ENGINE'] === 'postgres' ? await startPostgres() : undefined
  const store = postgres && { DATABASE_URL: postgres.url }
  const child = spawn(process.execPath, [await built('server')], {
    env: { ...process.env, ...store, LATHE_HOME: home, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const address = await new Promise<URL>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /Lathe ready: (\S+)/.exec(output)?.[1]
      if (ready) resolve(new URL(ready))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}\n${output}`)))
  })
  await use({ url: address.origin, token: address.searchParams.get('token') ?? '', home })
  child.kill('SIGTERM')
  await once(child, 'exit')
  await postgres?.stop()
  rmSync(home, { recursive: true, force: true })
}

/** Signs the page's browser in without opening a page. */
export const signIn = (page: Page, { token }: Server) =>
  page.request.get(`/?token=${token}`, { maxRedirects: 0 })

type OfTest = { server: Server; lathe: Page }

/** `lathe` is a blank page signed in to `server`, the worker's own. Console errors fail the test. */
export const test = base.extend<OfTest, { workersServer: Server }>({
  workersServer: [({}, use) => withServer(use), { scope: 'worker' }],
  server: ({ workersServer }, use) => use(workersServer),
  baseURL: ({ server }, use) => use(server.url),
  context: async ({ context }, use) => {
    if (isSlow) await slowMachine(context)
    await use(context)
  },
  lathe: async ({ page, server }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        console.error(`${effectiveDirective} forbids ${blockedURI}`)
      })
    })
    await signIn(page, server)
    await use(page)
    expect(complaints).toEqual([])
  },
})

export { expect }
