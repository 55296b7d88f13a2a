import {
  type JsonSchema,
  type McpListedTool,
  type RunError,
  findTooDeepPath,
} from '@lathe/contract'
import { schemaIssues } from '@lathe/graph'
import type { Client } from '@modelcontextprotocol/sdk/client'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { LatheError, toRunError } from '../../errors/lathe-error.ts'
import { toLatheError } from '../../errors/to-lathe-error.ts'
import type { McpServerSpec } from './mcp-server.ts'
import type { McpSessions } from './sessions.ts'

const MAX_PAGES = 20
const MAX_TOOLS = 500
const MAX_DESCRIPTION_LENGTH = 4_000
const MAX_SCHEMA_LENGTH = 100_000
const MAX_NAME_LENGTH = 200

type ListOptions = { timeoutMs: number; signal: AbortSignal }

/** Lists a server's usable tools. Throws if there are too many. */
async function listTools(
  client: Client,
  { timeoutMs, signal }: ListOptions,
): Promise<McpListedTool[]> {
  const found = new Map<string, McpListedTool>()
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await client.listTools(cursor === undefined ? {} : { cursor }, {
      timeout: timeoutMs,
      signal,
    })
    // The first tool with a name is the one that is called.
    for (const tool of answer.tools) if (!found.has(tool.name)) found.set(tool.name, read(tool))
    cursor = answer.nextCursor
    if (cursor === undefined) return [...found.values()]
    if (found.size > MAX_TOOLS) break
  }
  throw new LatheError('BAD_RESPONSE', `The server offers more than ${MAX_TOOLS} tools`, {
    hint: 'Ask its operator for a smaller set.',
  })
}

function read({ name, title, description = '', inputSchema, annotations }: Tool): McpListedTool {
  // The cast holds: the schema is JSON, although the package's types promise more.
  const schema = inputSchema as JsonSchema
  const problem = findSchemaProblem(name, schema)
  return {
    tool: name,
    title: title ?? annotations?.title ?? null,
    description: description.trim().slice(0, MAX_DESCRIPTION_LENGTH),
    schema: problem === null ? schema : { type: 'object' },
    effect: annotations?.readOnlyHint === true ? 'read' : 'write',
    problem,
  }
}

function findSchemaProblem(name: string, schema: JsonSchema): string | null {
  if (name === '' || name.length > MAX_NAME_LENGTH) return 'Its name is empty or too long'
  if (findTooDeepPath(schema)) return 'The schema of its arguments is nested too deeply'
  if (JSON.stringify(schema).length > MAX_SCHEMA_LENGTH) {
    return `The schema of its arguments is longer than ${MAX_SCHEMA_LENGTH} characters`
  }
  const [issue] = schemaIssues(schema)
  return issue ? `The schema of its arguments cannot be used: ${issue.message}` : null
}

export type McpProbe = { ok: true; tools: McpListedTool[] } | { ok: false; error: RunError }

/** Connects to a server and lists its tools. Server errors are results, not rejections. */
export async function probeMcp(
  mcp: McpSessions,
  server: McpServerSpec,
  options: { timeoutMs: number; signal: AbortSignal },
): Promise<McpProbe> {
  try {
    const tools = await mcp.useFresh(server, ({ client }) => listTools(client, options))
    return { ok: true, tools }
  } catch (error) {
    return { ok: false, error: toRunError(toLatheError(error)) }
  }
}
