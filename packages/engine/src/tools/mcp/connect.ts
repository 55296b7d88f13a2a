import type { Client } from '@modelcontextprotocol/sdk/client'
import { lastWords } from './last-words.ts'
import { mcpError } from './mcp-error.ts'
import type { McpServerSpec } from './mcp-server.ts'
import { schemaValidator } from './schema-validator.ts'
import { httpTransport, stdioTransport } from './transport.ts'
import type { McpWorld } from './transport.ts'

/** Longest wait for a server to say hello. */
const HELLO_MS = 20_000

export type McpSession = {
  client: Client
  isOpen: () => boolean
  /** What the server's process complained of last. */
  lastWords: () => string
  close: () => Promise<void>
}

/** Says hello to a server; nothing is offered to it: no roots, no models, no people to ask. */
export async function connect(server: McpServerSpec, world: McpWorld): Promise<McpSession> {
  const { Client: McpClient } = await import('@modelcontextprotocol/sdk/client')
  const { transport, said } = await open(server, world)
  const client = new McpClient(
    { name: 'lathe', version: '0.1.0' },
    { jsonSchemaValidator: schemaValidator },
  )
  let isOpen = true
  const noteEnd = () => {
    isOpen = false
  }
  Object.assign(client, { onclose: noteEnd })
  const close = async () => {
    isOpen = false
    if ('terminateSession' in transport) await transport.terminateSession().catch(() => {})
    await client.close().catch(() => {})
  }
  try {
    await client.connect(transport, { timeout: HELLO_MS })
    return { client, isOpen: () => isOpen, lastWords: said, close }
  } catch (error) {
    await close()
    throw mcpError(error, server, said())
  }
}

async function open(server: McpServerSpec, world: McpWorld) {
  const { transport } = server
  if (transport.type === 'http') {
    const made = await httpTransport({ ...server, transport }, world)
    return { transport: made, said: () => '' }
  }
  const made = await stdioTransport({ ...server, transport }, world)
  return { transport: made, said: lastWords(made.stderr, Object.values(transport.env)) }
}
