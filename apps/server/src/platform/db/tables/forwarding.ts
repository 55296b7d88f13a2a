import type { Redaction } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** One per workspace. Absent while all settings have their defaults. */
export type ForwardingsTable = {
  workspace_id: string
  is_on: number
  /** 1 if the environment of the last started server enables it. */
  env_on: number
  endpoint: string
  project: string
  /** Agent ids. Null for all. */
  agents: JsonText<string[]> | null
  sends_external: number
  redaction: JsonText<Redaction>
  key_ciphertext: Uint8Array | null
  key_hint: string | null
  sent_traces: number
  sent_spans: number
  dropped: number
  last_sent_at: number | null
  last_error: string | null
  last_error_at: number | null
}

/**
 * Traces to forward. Written with the trace's last span and deleted once LangSmith has accepted the
 * trace.
 */
export type ForwardingOutboxTable = {
  workspace_id: string
  trace_id: string
  queued_at: number
  /** Incremented when the trace changes, to detect changes during sending. */
  revision: number
  attempts: number
  /** Earliest time to send: a backoff after a failure, or a lease while a process sends it. */
  due_at: number
}
