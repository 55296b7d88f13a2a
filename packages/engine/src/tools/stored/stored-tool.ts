import type { Effect, JsonSchema, ToolConfig, Limits } from '@lathe/contract'
import type { McpServerSpec } from '../mcp/mcp-server.ts'
import type { Egress } from '../../egress/egress.ts'
import type { Grant } from '../../egress/grants.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { McpSessions } from '../mcp/sessions.ts'
import type { MediaLimits } from '../media/media-tool.ts'

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

/** What is secret of a tool, by the name of the header or parameter it is sent in. */
export type ToolSecrets = {
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** Of a database. */
  password?: string | undefined
}

/** A tool of a workspace, its secrets within reach but not in it. */
export type StoredTool = {
  name: string
  description: string
  schema: JsonSchema
  effect: Effect
  config: ToolConfig
  /** Another one after every change. */
  revision: string
  /** Switched off, it still stands in the place of one that comes with Lathe. */
  isEnabled?: boolean
  /** Throws where they cannot be read. */
  secrets: () => ToolSecrets
  /** Of a tool of one, where it is still there. */
  mcpServer?: McpServerSpec | undefined
}
