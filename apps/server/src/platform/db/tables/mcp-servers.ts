import type { McpListedTool, McpServerDraft, RunError } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** `name` is unique per workspace among servers that are not deleted. */
export type McpServersTable = {
  id: string
  workspace_id: string
  name: string
  /** Null for the operator's own: how they are started stands in the file alone. Masks stand where secrets are. */
  settings: JsonText<Omit<McpServerDraft, 'name'>> | null
  secrets: Uint8Array | null
  /** What it last said of its tools. */
  listing: JsonText<McpListedTool[]>
  listed_at: number | null
  error: JsonText<RunError> | null
  created_at: number
  updated_at: number
  deleted_at: number | null
}
