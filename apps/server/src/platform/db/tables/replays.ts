import type {
  ReplayBatchStatus,
  ReplayReport,
  ReplaySettings,
  ReplayVerdict,
  SkippedTrace,
} from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** One row per run that replays another's recording, with the run's id. */
export type ReplaysTable = {
  id: string
  workspace_id: string
  /** The trace with the recording. */
  trace_id: string
  settings: JsonText<ReplaySettings>
  /** Null until the replay has ended. */
  verdict: ReplayVerdict | null
  report: JsonText<ReplayReport> | null
  created_at: number
  /** The batch of the replay. */
  batch_id: string | null
}

export type ReplayBatchesTable = {
  id: string
  workspace_id: string
  status: ReplayBatchStatus
  settings: JsonText<ReplaySettings>
  trace_ids: JsonText<string[]>
  /** Traces that could not be replayed, with the reason. */
  skipped: JsonText<SkippedTrace[]>
  created_at: number
}
