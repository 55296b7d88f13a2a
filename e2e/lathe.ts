import { test as base, expect, type Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { built } from '../scripts/lib/built.ts'
import { isSlow, slowMachine } from './slow-machine.ts'

type Server = { url: string; token: string; home: string }

async function startServer(home: string) {
  const child = spawn(process.execPath, [await built('server')], {
    env: {
      ...process.env,
      LATHE_HOME: home,
      PORT: '0',
    },
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
  return {
    url: address.origin,
    token: address.searchParams.get('token') ?? '',
    stop: () =>
      new Promise<void>((resolve) => {
        child.on('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** A page signed in to a server of its own with a fresh folder; console errors fail the test. */
export const test = base.extend<{ lathe: Page }, { server: Server }>({
  server: [
    async ({}, use) => {
      const home = mkdtempSync(join(tmpdir(), 'lathe-e2e-'))
      const server = await startServer(home)
      await use({ ...server, home })
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
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
    await page.goto(`${server.url}/?token=${server.token}`)
    await use(page)
    expect(complaints).toEqual([])
  },
})

export { expect }
