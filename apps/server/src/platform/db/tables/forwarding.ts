import type { Redaction } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** One a workspace; absent until somebody changes something. */
export type ForwardingsTable = {
  workspace_id: string
  is_on: number
  /** 1 while the environment of the server that started last turns it on. */
  env_on: number
  endpoint: string
  project: string
  /** Ids; null for all. */
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

/** Traces that wait to be sent on: written with their last span, gone once they were taken. */
export type ForwardingOutboxTable = {
  workspace_id: string
  trace_id: string
  queued_at: number
  /** Grows whenever the trace changes, so that what is sent is known to be the newest. */
  revision: number
  attempts: number
  /** Not before: a wait after a failure, or a lease while somebody sends it. */
  due_at: number
}
