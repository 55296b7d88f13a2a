import type {
  CellStatus,
  ComparisonPlan,
  ComparisonStatus,
  Json,
  JsonObject,
  RunError,
  Usage,
} from '@lathe/contract'
import type { JsonText } from '../json.ts'

export type ComparisonsTable = {
  id: string
  workspace_id: string
  name: string
  status: ComparisonStatus
  stop_reason: 'asked' | 'budget' | null
  revision: number
  plan: JsonText<ComparisonPlan>
  created_at: number
  updated_at: number
}

/** What a cell's run came to, and what evaluators look at: scores are computed when they are read. */
export type CellResult = {
  output: Json
  error: RunError | null
  latencyMs: number | null
  firstTokenMs: number | null
  usage: Usage
  /** Nano-dollars; null where a price is unknown. */
  cost: number | null
  calls: { tool: string; arguments: JsonObject }[]
}

export type ComparisonCellsTable = {
  id: string
  workspace_id: string
  comparison_id: string
  variant: string
  case_key: string
  repeat: number
  /** Of graph, input and repeat: equal cells may share a run. */
  fingerprint: string
  status: CellStatus
  run_id: string | null
  is_reused: number
  result: JsonText<CellResult> | null
}
