import type { ToolMessage } from '@langchain/core/messages'
import {
  type Json,
  type JsonObject,
  type McpToolConfig,
  TOO_DEEP,
  findTooDeepPath,
  isJsonObject,
} from '@lathe/contract'
import type { Client } from '@modelcontextprotocol/sdk/client'
import { LatheError } from '../../errors/lathe-error.ts'
import type { ToolDefinition } from '../definition.ts'
import { isPicture, withinLimit } from '../results.ts'
import type { StoredTool } from '../stored/stored-tool.ts'
import type { McpServerSpec } from './mcp-server.ts'
import type { McpSessions } from './sessions.ts'

const MAX_TEXT_LENGTH = 50_000

/**
 * Returns a server's answer for a model: structured content if present, otherwise text. Pictures
 * become data URLs. Audio and files are described, without their content.
 */
function readContent({ content, artifact }: ToolMessage): Json {
  const blocks = [...(typeof content === 'string' ? [content] : content), ...toList(artifact)]
  const structured = blocks.find(isStructured)
  if (structured) return checked(structured['data'] ?? structured['structuredContent'] ?? null)
  const parts = blocks.flatMap(toParts)
  const texts = parts.filter((part) => typeof part === 'string')
  if (texts.length === parts.length) return shorten(texts.join('\n'))
  return parts.length === 1 ? (parts[0] ?? null) : parts
}

const toList = (artifact: unknown): unknown[] => (Array.isArray(artifact) ? artifact : [])

const isStructured = (block: unknown): block is JsonObject =>
  isJsonObject(block) &&
  (block['type'] === 'mcp_structured_content' || 'structuredContent' in block)

function toParts(block: unknown): Json[] {
  if (typeof block === 'string') return [block]
  if (!isJsonObject(block)) return []
  const { type, text, url, resource } = block
  if (type === 'mcp_meta') return []
  if (typeof text === 'string') return [shorten(text)]
  if (type === 'resource' && isJsonObject(resource)) return toParts(resource)
  const data = findData(block)
  const media = mediaType(block)
  const imageUrl = data !== undefined && isPicture(media) ? `data:${media};base64,${data}` : url
  return [
    {
      type: type === 'image_url' ? 'image' : (type ?? 'file'),
      ...(media !== undefined && { mediaType: media }),
      ...(typeof imageUrl === 'string' && { url: imageUrl }),
      ...(typeof block['uri'] === 'string' && { uri: block['uri'] }),
      ...(data !== undefined && { bytes: Math.floor((data.length * 3) / 4) }),
    },
  ]
}

function findData({ data, blob, image_url: image }: JsonObject): string | undefined {
  const inUrl = isJsonObject(image) && typeof image['url'] === 'string' ? image['url'] : undefined
  const base64 = data ?? blob ?? inUrl?.split(',', 2)[1]
  return typeof base64 === 'string' ? base64 : undefined
}

function mediaType({ mime_type, mimeType, image_url: image }: JsonObject): Json | undefined {
  const inUrl = isJsonObject(image) && typeof image['url'] === 'string' ? image['url'] : ''
  return mime_type ?? mimeType ?? /^data:([^;,]+)/.exec(inUrl)?.[1]
}

function checked(value: Json): Json {
  if (findTooDeepPath(value))
    throw new LatheError('TOOL_ERROR', `The answer cannot be used: ${TOO_DEEP}`)
  return value
}

const shorten = (text: string): Json =>
  text.length <= MAX_TEXT_LENGTH
    ? text
    : { text: text.slice(0, MAX_TEXT_LENGTH), truncated: true, length: text.length }

type McpWorkshop = {
  mcp: McpSessions
  limits: { toolResponseBytes: number; toolTimeoutMs: number }
}

/**
 * Creates a tool of an MCP server with the stored description, whatever the server reports today.
 */
export function mcpTool(
  { name, description, schema, effect, mcpServer }: StoredTool,
  config: McpToolConfig,
  { mcp, limits }: McpWorkshop,
): ToolDefinition {
  return {
    name,
    description,
    schema,
    effect,
    async run(args, { signal }) {
      const server = mcpServer ?? missing(config.server)
      const result = await mcp.use(server, ({ client }) =>
        callTool({ client, server, tool: config.tool, args, signal, ms: limits.toolTimeoutMs }),
      )
      return withinLimit(name, result, limits.toolResponseBytes)
    },
  }
}

function missing(name: string): never {
  throw new LatheError('TOOL_ERROR', `The MCP server ${name} no longer exists`, {
    hint: 'Restore it under Tools, or in the operator’s file of MCP servers.',
  })
}

type Call = {
  client: Client
  server: McpServerSpec
  tool: string
  args: JsonObject
  signal: AbortSignal
  ms: number
}

/** Uses LangChain's adapter, so that answers mean the same as in an exported project. */
async function callTool({ client, server, tool, args, signal, ms }: Call): Promise<Json> {
  const { loadMcpTools } = await import('@langchain/mcp-adapters')
  let failure: unknown
  const clientProxy = new Proxy(client, {
    get(target, key) {
      // Listing and checking all tools again is unnecessary.
      if (key === 'listTools') return async () => ({ tools: [{ name: tool, inputSchema: OPEN }] })
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      const method: (...callArgs: unknown[]) => unknown = value.bind(target)
      if (key !== 'callTool') return method
      return async (...callArgs: unknown[]) => {
        try {
          return await method(...callArgs)
        } catch (error) {
          failure = error
          throw error
        }
      }
    },
  })
  const [loaded] = await loadMcpTools(server.name, clientProxy)
  if (!loaded) throw new LatheError('INTERNAL', `The tool ${tool} could not be created`)
  try {
    const call = { type: 'tool_call' as const, id: 'call', name: tool, args: { ...args } }
    const answer: ToolMessage = await loaded.invoke(call, { signal, timeout: ms, callbacks: [] })
    return readContent(answer)
  } catch (error) {
    // The adapter only keeps the message of an error.
    throw failure ?? withServerMessage(error, server, tool)
  }
}

const OPEN = { type: 'object' as const, properties: {} }

/** Removes the adapter's prefix from a server's error. */
function withServerMessage(error: unknown, { name }: McpServerSpec, tool: string): unknown {
  if (!(error instanceof Error) || error.name !== 'ToolException') return error
  const prefix = `MCP tool '${tool}' on server '${name}' returned an error: `
  const message = error.message.startsWith(prefix)
    ? error.message.slice(prefix.length)
    : error.message
  return new LatheError(
    'TOOL_ERROR',
    message.slice(0, 2_000) || 'The tool failed without a message',
  )
}
