import type { BatchStatus, JsonObject, RunError } from '@lathe/contract'
import type { NewExchange, ProviderBatch } from '@lathe/engine'
import type { JsonText } from '../json.ts'

export type ComparisonBatchesTable = {
  id: string
  workspace_id: string
  comparison_id: string
  connection: string
  model: string
  status: BatchStatus
  requests: number
  /** As the provider last told it; null before it has taken the batch. */
  state: JsonText<ProviderBatch> | null
  error: JsonText<RunError> | null
  created_at: number
  ended_at: number | null
}

/** What a cell asks in a batch, from its gathering until its run has ended. */
export type BatchRequestsTable = {
  /** The run that the cell will have: also the id of the request. */
  run_id: string
  workspace_id: string
  batch_id: string
  body: JsonText<JsonObject>
  answer: JsonText<NewExchange> | null
}
