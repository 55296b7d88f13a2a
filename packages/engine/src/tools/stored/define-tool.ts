import type { Limits } from '@lathe/contract'
import type { Egress } from '../../egress/egress.ts'
import type { Grant } from '../../egress/grants.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { ToolDefinition } from '../definition.ts'
import { type MediaLimits, mediaTool } from '../media/media-tool.ts'
import { mcpTool } from '../mcp/mcp-tool.ts'
import type { McpSessions } from '../mcp/sessions.ts'
import { codeTool } from './code-tool.ts'
import { httpTool } from './http-tool.ts'
import { sqlTool } from '../sql/sql-tool.ts'
import type { StoredTool } from './stored-tool.ts'

/** What the tools of workspaces work with. */
export type Workshop = {
  egress: Egress
  sandbox: Sandbox
  /** Private hosts that every tool may reach. */
  allow: Grant[]
  mcp: McpSessions
  /** Folders and files of SQLite databases that SQL tools may open. */
  sqlFiles: readonly string[]
  limits: Pick<
    Limits,
    'toolRetries' | 'toolResponseBytes' | 'toolTimeoutMs' | 'providerMaxBackoffMs'
  > &
    MediaLimits
}

/** A tool of a workspace as runs call it. */
export function defineTool(tool: StoredTool, workshop: Workshop): ToolDefinition {
  const { config } = tool
  switch (config.kind) {
    case 'code':
      return codeTool(tool, config, workshop)
    case 'sql':
      return sqlTool(tool, config, workshop)
    case 'media':
      return mediaTool(tool, config, workshop.limits)
    case 'mcp':
      return mcpTool(tool, config, workshop)
    default:
      return httpTool(tool, config, workshop)
  }
}
