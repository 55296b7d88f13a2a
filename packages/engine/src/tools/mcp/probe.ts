import type { McpListedTool, RunError } from '@lathe/contract'
import { toRunError } from '../../errors/lathe-error.ts'
import { toLatheError } from '../../errors/to-lathe-error.ts'
import { listTools } from './list-tools.ts'
import type { McpServerSpec } from './mcp-server.ts'
import type { McpSessions } from './sessions.ts'

export type McpProbe = { ok: true; tools: McpListedTool[] } | { ok: false; error: RunError }

/** Connects anew and asks for the tools; never rejects for what a server does. */
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
