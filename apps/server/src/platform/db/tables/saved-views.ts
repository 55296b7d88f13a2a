import type { SavedView } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** Filters of the trace list that have a name. */
export type SavedViewsTable = {
  workspace_id: string
  id: string
  name: string
  filter: string
  range: string | null
  columns: JsonText<SavedView['columns']>
  created_at: number
  /** Until it is purged it can be restored. */
  deleted_at: number | null
}
