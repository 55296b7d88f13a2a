import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { McpServerSpec } from '../tools/mcp/mcp-server.ts'

/** The reference server of the protocol. */
const MAIN = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
)

/** A server started over stdio per connection. */
export const everythingOverStdio = (fields: Partial<McpServerSpec> = {}): McpServerSpec => ({
  name: 'everything',
  key: 'everything@stdio',
  transport: {
    type: 'stdio',
    command: process.execPath,
    args: [MAIN, 'stdio'],
    env: { CANARY: 'canary-0123456789' },
    cwd: undefined,
  },
  ...fields,
})

/** Starts a server process on its own port. */
export async function startEverything(port?: number) {
  const at = port ?? (await freePort())
  const child = spawn(process.execPath, [MAIN, 'streamableHttp'], {
    env: { ...process.env, PORT: String(at) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  for await (const chunk of child.stderr) {
    said += String(chunk)
    if (said.includes('listening')) break
  }
  return {
    port: at,
    url: `http://127.0.0.1:${at}/mcp`,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return address.port
}
