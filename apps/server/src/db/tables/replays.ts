import type { ReplayReport, ReplaySettings, ReplayVerdict } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** One row for each run that plays another's tape; they share their id. */
export type ReplaysTable = {
  id: string
  workspace_id: string
  /** Whose tape is played. */
  trace_id: string
  settings: JsonText<ReplaySettings>
  /** Both null until it has been concluded. */
  verdict: ReplayVerdict | null
  report: JsonText<ReplayReport> | null
  created_at: number
}
