import type { JsonObject } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** What agents remember across threads; LangGraph's store. */
export type StoreItemsTable = {
  workspace_id: string
  /** Labels joined by dots, which no label has. */
  namespace: string
  key: string
  value: JsonText<JsonObject>
  created_at: number
  updated_at: number
  /** How long after it was written or, where asked for, read it is kept. */
  ttl: number | null
  expires_at: number | null
}
