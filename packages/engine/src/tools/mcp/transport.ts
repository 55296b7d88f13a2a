import type { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Egress } from '../../egress/egress.ts'
import { type Grant, grantOf } from '../../egress/grants.ts'
import { withoutSecrets } from '../../fetch/without-secrets.ts'
import { withLastWord } from './last-word.ts'
import type { McpServerSpec } from './mcp-server.ts'

export type McpWorld = {
  egress: Egress
  /** Private hosts that every tool may reach. */
  allow: readonly Grant[]
  /** The largest answer that is read. */
  maxBytes: number
}

type Spec<T extends McpServerSpec['transport']['type']> = McpServerSpec & {
  transport: Extract<McpServerSpec['transport'], { type: T }>
}

/** Everything goes through the egress broker, and no stream is held open between calls. */
export async function httpTransport(
  { name, transport }: Spec<'http'>,
  { egress, allow, maxBytes }: McpWorld,
): Promise<StreamableHTTPClientTransport> {
  const { StreamableHTTPClientTransport: Transport } =
    await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const { url, headers, allowPrivate } = transport
  const secrets = transport.secretHeaders()
  const send = egress.fetch({
    allow: allowPrivate ? [...allow, grantOf(url)] : [...allow],
    hint: `An owner can let the MCP server ${name} reach private addresses under Tools, or name the host in LATHE_ALLOW_HOSTS.`,
  })
  const made: StreamableHTTPClientTransport = new Transport(new URL(url), {
    requestInit: { headers: { 'user-agent': 'Lathe', ...headers, ...secrets } },
    reconnectionOptions: {
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 5_000,
      reconnectionDelayGrowFactor: 1.5,
      maxRetries: 1,
    },
    async fetch(address, init) {
      const isListening = init?.method === 'GET'
      const isResuming = isListening && new Headers(init.headers).has('last-event-id')
      if (isListening && !isResuming) return new Response(null, { status: 405 })
      const asked = send(address, { ...init, maxBytes })
      if (isResuming) void asked.then(({ ok }) => ok || giveUp(), giveUp)
      return withLastWord(withoutSecrets(await asked, Object.values(secrets)), init)
    },
  })
  // The SDK tells nobody that a stream could not be taken up again: what waits for it would wait for ever.
  const giveUp = () => void made.close()
  return made
}

/** Started without a shell, with the environment the operator's file declares. */
export async function stdioTransport(
  { transport }: Spec<'stdio'>,
  { maxBytes }: McpWorld,
): Promise<StdioClientTransport> {
  const { StdioClientTransport: Transport } =
    await import('@modelcontextprotocol/sdk/client/stdio.js')
  const { command, args, env, cwd } = transport
  return new Transport({
    command,
    args: [...args],
    env: { ...env },
    stderr: 'pipe',
    maxBufferSize: maxBytes,
    ...(cwd !== undefined && { cwd }),
  })
}
