import type { SavedView } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** Named filters of the trace list. */
export type SavedViewsTable = {
  workspace_id: string
  id: string
  name: string
  filter: string
  range: string | null
  columns: JsonText<SavedView['columns']>
  created_at: number
  /** Can be restored until it is purged. */
  deleted_at: number | null
}
