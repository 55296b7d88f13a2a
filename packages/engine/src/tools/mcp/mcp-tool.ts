import type { ToolMessage } from '@langchain/core/messages'
import { type Json, type JsonObject, type McpToolConfig, TOO_DEEP, tooDeep } from '@lathe/contract'
import type { Client } from '@modelcontextprotocol/sdk/client'
import { LatheError } from '../../errors/lathe-error.ts'
import type { ToolDefinition } from '../definition.ts'
import { isPicture, withinLimit } from '../results.ts'
import type { StoredTool } from '../stored/stored-tool.ts'
import type { McpServerSpec } from './mcp-server.ts'
import type { McpSessions } from './sessions.ts'

const LONGEST_TEXT = 50_000

/**
 * What a server answered, for a model to read: its structured content where it has some, else its texts. Pictures
 * are kept as data URLs; of sounds and files in the answer stands what they are, not what they hold.
 */
function readContent({ content, artifact }: ToolMessage): Json {
  const blocks = [...(typeof content === 'string' ? [content] : content), ...listOf(artifact)]
  const structured = blocks.find(isStructured)
  if (structured) return checked(structured['data'] ?? structured['structuredContent'] ?? null)
  const parts = blocks.flatMap(partOf)
  const texts = parts.filter((part) => typeof part === 'string')
  if (texts.length === parts.length) return shortened(texts.join('\n'))
  return parts.length === 1 ? (parts[0] ?? null) : parts
}

const listOf = (artifact: unknown): unknown[] => (Array.isArray(artifact) ? artifact : [])

const isStructured = (block: unknown): block is JsonObject =>
  isObject(block) && (block['type'] === 'mcp_structured_content' || 'structuredContent' in block)

function partOf(block: unknown): Json[] {
  if (typeof block === 'string') return [block]
  if (!isObject(block)) return []
  const { type, text, url, resource } = block
  if (type === 'mcp_meta') return []
  if (typeof text === 'string') return [shortened(text)]
  if (type === 'resource' && isObject(resource)) return partOf(resource)
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
  const inUrl = isObject(image) && typeof image['url'] === 'string' ? image['url'] : undefined
  const base64 = data ?? blob ?? inUrl?.split(',', 2)[1]
  return typeof base64 === 'string' ? base64 : undefined
}

function mediaType({ mime_type, mimeType, image_url: image }: JsonObject): Json | undefined {
  const inUrl = isObject(image) && typeof image['url'] === 'string' ? image['url'] : ''
  return mime_type ?? mimeType ?? /^data:([^;,]+)/.exec(inUrl)?.[1]
}

function checked(value: Json): Json {
  if (tooDeep(value)) throw new LatheError('TOOL_ERROR', `The answer cannot be used: ${TOO_DEEP}`)
  return value
}

const shortened = (text: string): Json =>
  text.length <= LONGEST_TEXT
    ? text
    : { text: text.slice(0, LONGEST_TEXT), truncated: true, length: text.length }

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type McpWorkshop = {
  mcp: McpSessions
  limits: { toolResponseBytes: number; toolTimeoutMs: number }
}

/** A tool of an MCP server: what it says of itself is what was taken over, whatever the server says today. */
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
  throw new LatheError('TOOL_ERROR', `There is no MCP server ${name} any more`, {
    hint: 'Bring it back under Tools, or in the operator’s file of MCP servers.',
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

/** Through LangChain's adapter, so that an answer means here what it means in an exported project. */
async function callTool({ client, server, tool, args, signal, ms }: Call): Promise<Json> {
  const { loadMcpTools } = await import('@langchain/mcp-adapters')
  let failure: unknown
  const asking = new Proxy(client, {
    get(target, key) {
      // All that the server offers need not be asked for again, nor checked.
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
  const [loaded] = await loadMcpTools(server.name, asking)
  if (!loaded) throw new LatheError('INTERNAL', `The tool ${tool} could not be made`)
  try {
    const call = { type: 'tool_call' as const, id: 'call', name: tool, args: { ...args } }
    const answer: ToolMessage = await loaded.invoke(call, { signal, timeout: ms, callbacks: [] })
    return readContent(answer)
  } catch (error) {
    // The adapter tells a failure's text alone.
    throw failure ?? withServerMessage(error, server, tool)
  }
}

const OPEN = { type: 'object' as const, properties: {} }

/** What the server itself said went wrong, without the adapter's words about it. */
function withServerMessage(error: unknown, { name }: McpServerSpec, tool: string): unknown {
  if (!(error instanceof Error) || error.name !== 'ToolException') return error
  const prefix = `MCP tool '${tool}' on server '${name}' returned an error: `
  const message = error.message.startsWith(prefix)
    ? error.message.slice(prefix.length)
    : error.message
  return new LatheError('TOOL_ERROR', message.slice(0, 2_000) || 'It failed and did not say why')
}
