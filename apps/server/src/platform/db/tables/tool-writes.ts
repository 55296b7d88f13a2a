import type { Json, RunError } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** Calls that change the world, on record before and after they are made. */
export type ToolWritesTable = {
  workspace_id: string
  thread_id: string
  /** LangGraph's task; the call's id is only unique within it. */
  task_id: string
  call_id: string
  run_id: string
  tool: string
  /** `begun` without an end: nobody knows whether it took effect. `open`: somebody said it did not. */
  status: 'begun' | 'open' | 'success' | 'error'
  /** How often it has begun. */
  begun: number
  /** Of its node, when it began last. */
  attempt: number
  result: JsonText<Json> | null
  error: JsonText<RunError> | null
  begun_at: number
  ended_at: number | null
}
