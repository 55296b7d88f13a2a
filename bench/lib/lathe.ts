import type { GraphDocument } from '@lathe/contract'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { built } from '../../scripts/lib/built.ts'
import { startChild, type Child } from './child.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** The environment of `npm start`. */
const environment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

export type Lathe = Child & {
  url: string
  /** Opens a signed-in session in a browser. */
  address: string
  readyMs: number
  call: (method: string, path: string, body?: unknown) => Promise<Response>
  /** Like `call`, but returns any status. */
  post: (path: string, body: unknown) => Promise<Response>
  createAgent: (name: string, document: GraphDocument) => Promise<void>
}

/**
 * Starts a server with the embedded database, tracing and checkpoints, in a new or given folder.
 * `program`: a built server of
 * another version.
 */
export async function startLathe(
  keptHome?: string,
  env: NodeJS.ProcessEnv = {},
  program?: string,
): Promise<Lathe> {
  const home = keptHome ?? mkdtempSync(join(tmpdir(), 'lathe-bench-'))
  const child = await startChild(process.execPath, [program ?? (await built('server'))], {
    ready: /Lathe ready: (http:\/\/[^/\s]+)\/\?token=(\S+)/,
    env: {
      ...environment,
      LATHE_HOME: home,
      PORT: String(20_000 + Math.floor(Math.random() * 20_000)),
      ...env,
    },
  })
  const [, url = '', token = ''] = child.match
  const address = `${url}/?token=${token}`
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await send(method, path, body)
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    ...child,
    url,
    address,
    call,
    post: (path, body) => send('POST', path, body),
    createAgent: async (name, document) => {
      await call('POST', '/agents', { name, slug: name, document })
      await call('POST', `/agents/${name}/versions`, { revision: 1, publish: true })
    },
    stop: async () => {
      await child.stop()
      if (!keptHome) rmSync(home, { recursive: true, force: true })
    },
  }
}
