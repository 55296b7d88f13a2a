import type {
  ReplayBatchStatus,
  ReplayReport,
  ReplaySettings,
  ReplayVerdict,
  SkippedTrace,
} from '@lathe/contract'
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
  /** Of those played together. */
  batch_id: string | null
}

export type ReplayBatchesTable = {
  id: string
  workspace_id: string
  status: ReplayBatchStatus
  settings: JsonText<ReplaySettings>
  trace_ids: JsonText<string[]>
  /** Those that could not be played, with the reason. */
  skipped: JsonText<SkippedTrace[]>
  created_at: number
}
