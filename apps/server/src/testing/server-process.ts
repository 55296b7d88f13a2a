import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { built } from '../../../../scripts/lib/built.ts'

const READY = /^Lathe ready: (http:\/\/[^/]+)\/\?token=(\S+)\n$/m

export type ServerProcess = {
  url: string
  token: string
  /** All output on stdout so far. */
  output: () => string
  call: (method: string, path: string, body?: unknown) => Promise<Response>
  /** Sends these signals and returns the exit code. */
  stop: (...signals: NodeJS.Signals[]) => Promise<number | null>
}

/** Starts a server process on a free port. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const { child, output, errors } = await launch(env)
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = READY.exec(output())
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${errors()}`)))
  })
  const [, url = '', token = ''] = match
  return {
    url,
    token,
    output,
    call: (method, path, body) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    stop: async (...signals) => {
      const exited = once(child, 'exit')
      for (const signal of signals.length > 0 ? signals : (['SIGTERM'] as const)) child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}

/** Starts a server that is expected to fail. Returns its exit code and error output. */
export async function refusedStart(env: Record<string, string>) {
  const { child, errors } = await launch(env)
  const [code] = await once(child, 'exit')
  return { code: Number(code), errors: errors() }
}

type Launched = { child: ChildProcess; output: () => string; errors: () => string }

async function launch(env: Record<string, string>): Promise<Launched> {
  const child = spawn(process.execPath, [await built('server')], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { output: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    texts.output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    texts.errors += chunk.toString()
  })
  return { child, output: () => texts.output, errors: () => texts.errors }
}
