import type { Stream } from 'node:stream'
import type { Json, JsonSchema } from '@lathe/contract'
import { describeIssues, schemaIssues, validateJson } from '@lathe/graph'
import type { Client } from '@modelcontextprotocol/sdk/client'
import type { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation'
import type { Egress } from '../../egress/egress.ts'
import { type Grant, toGrant } from '../../egress/grants.ts'
import { redactSecrets } from '../../fetch/redact.ts'
import { mcpError, endStreamWithError } from './mcp-error.ts'
import type { McpServerSpec } from './mcp-server.ts'

const MAX_STDERR_LENGTH = 2_000
const MAX_ERROR_EXCERPT = 500
const SHORTEST_SECRET = 6

/** Captures the end of a process's stderr, shown when it dies. Secrets are redacted. */
function captureStderr(stderr: Stream | null, secrets: readonly string[]): () => string {
  let text = ''
  stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-MAX_STDERR_LENGTH)
  })
  const hidden = secrets.filter(({ length }) => length >= SHORTEST_SECRET)
  return () => {
    const clean = hidden.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
    return clean.trim().slice(-MAX_ERROR_EXCERPT)
  }
}

/** Replaces the client's validator, which would generate code from a server's schema. */
export const schemaValidator: jsonSchemaValidator = {
  // The cast holds as in the package's own validators: the caller chooses the type.
  getValidator: <T>(schemaValue: unknown): JsonSchemaValidator<T> => {
    const schema = schemaValue as JsonSchema
    const [issue] = schemaIssues(schema)
    return (input: unknown) => {
      const issues = issue ? [issue] : validateJson(schema, input as Json)
      return issues.length > 0
        ? { valid: false, data: undefined, errorMessage: describeIssues(issues) }
        : { valid: true, data: input as T, errorMessage: undefined }
    }
  },
}

export type McpDependencies = {
  egress: Egress
  /** Private hosts that every tool may reach. */
  allow: readonly Grant[]
  /** Maximum size of an answer. */
  maxBytes: number
}

type Spec<T extends McpServerSpec['transport']['type']> = McpServerSpec & {
  transport: Extract<McpServerSpec['transport'], { type: T }>
}

/** Uses the egress rules and keeps no stream open between calls. */
async function httpTransport(
  { name, transport }: Spec<'http'>,
  { egress, allow, maxBytes }: McpDependencies,
): Promise<StreamableHTTPClientTransport> {
  const { StreamableHTTPClientTransport: Transport } =
    await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const { url, headers, allowPrivate } = transport
  const secrets = transport.secretHeaders()
  const send = egress.fetch({
    allow: allowPrivate ? [...allow, toGrant(url)] : [...allow],
    hint: `An owner can let the MCP server ${name} reach private addresses under Tools, or name the host in LATHE_ALLOW_HOSTS.`,
  })
  const transportClient: StreamableHTTPClientTransport = new Transport(new URL(url), {
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
      const response = send(address, { ...init, maxBytes })
      if (isResuming) void response.then(({ ok }) => ok || abortConnect(), abortConnect)
      return endStreamWithError(redactSecrets(await response, Object.values(secrets)), init)
    },
  })
  // The SDK does not report a stream that could not be resumed, so waiting calls would hang.
  const abortConnect = () => void transportClient.close()
  return transportClient
}

/** Started without a shell, with the environment from the operator's file. */
async function stdioTransport(
  { transport }: Spec<'stdio'>,
  { maxBytes }: McpDependencies,
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

/** Maximum time for the handshake. */
const CONNECT_TIMEOUT_MS = 20_000

export type McpSession = {
  client: Client
  isOpen: () => boolean
  /** Returns the end of the server process's stderr. */
  lastWords: () => string
  close: () => Promise<void>
}

/** Connects to a server. Offers it no roots, models or questions to people. */
export async function connect(
  server: McpServerSpec,
  dependencies: McpDependencies,
): Promise<McpSession> {
  const { Client: McpClient } = await import('@modelcontextprotocol/sdk/client')
  const { transport, said: stderr } = await open(server, dependencies)
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
    await client.connect(transport, { timeout: CONNECT_TIMEOUT_MS })
    return { client, isOpen: () => isOpen, lastWords: stderr, close }
  } catch (error) {
    await close()
    throw mcpError(error, server, stderr())
  }
}

async function open(server: McpServerSpec, dependencies: McpDependencies) {
  const { transport } = server
  if (transport.type === 'http') {
    const httpClient = await httpTransport({ ...server, transport }, dependencies)
    return { transport: httpClient, said: () => '' }
  }
  const stdioClient = await stdioTransport({ ...server, transport }, dependencies)
  return {
    transport: stdioClient,
    said: captureStderr(stdioClient.stderr, Object.values(transport.env)),
  }
}
