import type { McpListedTool, McpServerDraft, RunError } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** `name` is unique per workspace among servers that are not deleted. */
export type McpServersTable = {
  id: string
  workspace_id: string
  name: string
  /** Null for servers of the operator, whose commands are only in the file. Secrets are masked. */
  settings: JsonText<Omit<McpServerDraft, 'name'>> | null
  secrets: Uint8Array | null
  /** The tools that the server listed last. */
  listing: JsonText<McpListedTool[]>
  listed_at: number | null
  error: JsonText<RunError> | null
  created_at: number
  updated_at: number
  deleted_at: number | null
}
