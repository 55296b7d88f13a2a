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
  /** Last state reported by the provider. Null before it has accepted the batch. */
  state: JsonText<ProviderBatch> | null
  error: JsonText<RunError> | null
  created_at: number
  ended_at: number | null
}

/** The request of a cell in a batch, from creation until its run has ended. */
export type BatchRequestsTable = {
  /** Id of the cell's run, also the id of the request. */
  run_id: string
  workspace_id: string
  batch_id: string
  body: JsonText<JsonObject>
  answer: JsonText<NewExchange> | null
}
