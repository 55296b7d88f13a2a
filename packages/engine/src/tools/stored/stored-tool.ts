import type { Effect, JsonSchema, ToolConfig } from '@lathe/contract'
import type { McpServerSpec } from '../mcp/mcp-server.ts'

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
