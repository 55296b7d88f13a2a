import type { ToolMessage } from '@langchain/core/messages'
import type { Client } from '@modelcontextprotocol/sdk/client'
import type { Json, JsonObject, McpToolConfig } from '@lathe/contract'
import { LatheError } from '../../errors/lathe-error.ts'
import type { ToolDefinition } from '../definition.ts'
import type { StoredTool } from '../stored/stored-tool.ts'
import { withinLimit } from '../within-limit.ts'
import { readContent } from './read-content.ts'
import type { McpServerSpec } from './mcp-server.ts'
import type { McpSessions } from './sessions.ts'

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
      const method: (...given: unknown[]) => unknown = value.bind(target)
      if (key !== 'callTool') return method
      return async (...given: unknown[]) => {
        try {
          return await method(...given)
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
    throw failure ?? said(error, server, tool)
  }
}

const OPEN = { type: 'object' as const, properties: {} }

/** What the server itself said went wrong, without the adapter's words about it. */
function said(error: unknown, { name }: McpServerSpec, tool: string): unknown {
  if (!(error instanceof Error) || error.name !== 'ToolException') return error
  const prefix = `MCP tool '${tool}' on server '${name}' returned an error: `
  const message = error.message.startsWith(prefix)
    ? error.message.slice(prefix.length)
    : error.message
  return new LatheError('TOOL_ERROR', message.slice(0, 2_000) || 'It failed and did not say why')
}
