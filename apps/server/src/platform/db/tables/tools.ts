import type { Effect, JsonSchema, ToolConfig } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** `name` is unique per workspace among tools that are not deleted. */
export type ToolsTable = {
  id: string
  workspace_id: string
  name: string
  description: string
  schema: JsonText<JsonSchema>
  kind: ToolConfig['kind']
  effect: Effect
  /** Secrets are masked. */
  config: JsonText<ToolConfig>
  secrets: Uint8Array | null
  is_enabled: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}
