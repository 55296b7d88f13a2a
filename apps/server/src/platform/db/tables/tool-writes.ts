import type { Json, RunError } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** Calls with side effects, recorded before and after each call. */
export type ToolWritesTable = {
  workspace_id: string
  thread_id: string
  /** LangGraph's task id. The call id is unique only within the task. */
  task_id: string
  call_id: string
  run_id: string
  tool: string
  /** `begun` without an end: unknown whether the call took effect. `open`: a user confirmed that it did not. */
  status: 'begun' | 'open' | 'success' | 'error'
  /** How often the call was started. */
  begun: number
  /** The node's attempt of the last start. */
  attempt: number
  result: JsonText<Json> | null
  error: JsonText<RunError> | null
  begun_at: number
  ended_at: number | null
}
