import type { Effect, JsonSchema, ToolConfig, Limits } from '@lathe/contract'
import type { McpServerSpec } from '../mcp/mcp-server.ts'
import type { Egress } from '../../egress/egress.ts'
import type { Grant } from '../../egress/grants.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { McpSessions } from '../mcp/sessions.ts'
import type { MediaLimits } from '../media/media-tool.ts'

/** Dependencies of workspace tools. */
export type Workshop = {
  egress: Egress
  sandbox: Sandbox
  /** Private hosts that every tool may reach. */
  allow: Grant[]
  mcp: McpSessions
  /** SQLite files and folders that SQL tools may open. */
  sqlFiles: readonly string[]
  limits: Pick<
    Limits,
    'toolRetries' | 'toolResponseBytes' | 'toolTimeoutMs' | 'providerMaxBackoffMs'
  > &
    MediaLimits
}

/** Secrets of a tool by header or parameter name. */
export type ToolSecrets = {
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** Database password. */
  password?: string | undefined
}

/** A tool of a workspace. Secrets are read on demand. */
export type StoredTool = {
  name: string
  description: string
  schema: JsonSchema
  effect: Effect
  config: ToolConfig
  /** Changes with every edit. */
  revision: string
  /** A disabled tool still hides the built-in one with its name. */
  isEnabled?: boolean
  /** Throws if the secrets cannot be read. */
  secrets: () => ToolSecrets
  /** The server of an MCP tool, if it still exists. */
  mcpServer?: McpServerSpec | undefined
}
