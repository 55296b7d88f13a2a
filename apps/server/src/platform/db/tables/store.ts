import type { JsonObject } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** Long-term memory of agents across threads (LangGraph's store). */
export type StoreItemsTable = {
  workspace_id: string
  /** Labels joined with dots. A label contains no dot. */
  namespace: string
  key: string
  value: JsonText<JsonObject>
  created_at: number
  updated_at: number
  /** Time to keep the item after a write or, if requested, a read. */
  ttl: number | null
  expires_at: number | null
}
