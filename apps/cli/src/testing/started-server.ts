import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { built } from '../../../../scripts/lib/built.ts'

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
const base = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }

/** Starts a server for this test file and runs the CLI against it as a user would. */
export async function startedServer() {
  const home = mkdtempSync(join(tmpdir(), 'lathe-cli-'))
  const server = spawn(process.execPath, [await built('server')], {
    env: { ...base, PORT: '0', LATHE_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterAll(async () => {
    const ended = once(server, 'exit')
    server.kill()
    await ended
    rmSync(home, { recursive: true, force: true })
  })
  for await (const chunk of server.stdout ?? []) if (String(chunk).includes('Lathe ready')) break

  /** `until` is the output after which Ctrl-C is pressed; `isUnread` closes stdout, as `| true` does. */
  type Typed = { input?: string; until?: string; isUnread?: boolean }

  async function lathe(args: string[], env: Record<string, string> = {}, typed: Typed = {}) {
    const { input = '', until, isUnread = false } = typed
    const child = spawn(process.execPath, [await built('cli'), ...args], {
      env: { ...base, LATHE_HOME: home, ...env },
      cwd: home,
    })
    child.stdin.end(input)
    if (isUnread) child.stdout.destroy()
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      const isAwaited = until !== undefined && !said.out.includes(until)
      said.out += chunk.toString()
      if (isAwaited && said.out.includes(until)) child.kill('SIGINT')
    })
    child.stderr.on('data', (chunk: Buffer) => void (said.err += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, ...said }
  }

  return { home, lathe }
}
