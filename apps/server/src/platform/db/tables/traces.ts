import type {
  CallAddress,
  ExchangeKind,
  RunError,
  SpanKind,
  SpanStatus,
  TraceSource,
} from '@lathe/contract'
import type { ColumnType } from 'kysely'
import type { JsonText } from '../json.ts'
import type { UnpackedJson } from '../packed-json.ts'

type UsageColumns<T> = {
  usage_input: T
  usage_output: T
  usage_cached_read: T
  usage_cached_write: T
  usage_reasoning: T
  usage_audio: T
  /** What is known of the sides; null where nobody told, of sums what is told. */
  usage_audio_input: T
  usage_audio_output: T
  /** Of the cached. */
  usage_audio_cached: T
  usage_cached_write_1h: T
  /** In the reported total only. */
  usage_unattributed: T
}

/** A root span with the totals of its tree; exists as soon as any of its spans does. */
export type TracesTable = UsageColumns<number> & {
  workspace_id: string
  id: string
  /** Null until the root itself has arrived. */
  root_id: string | null
  run_id: string | null
  agent_id: string | null
  version: number | null
  thread_id: string | null
  /** Null for runs of our own. */
  source: TraceSource | null
  project_id: string | null
  title: string
  name: string
  status: SpanStatus
  /** Of the earliest span while there is no root. */
  started_at: number
  ended_at: number | null
  /** The latest time that any of its spans tells. */
  heard_at: number
  first_token_at: number | null
  span_count: number
  /** Sum of what is known. */
  cost_nanos: number
  /** Model calls whose cost is unknown, without a price or without token counts. */
  unpriced: number
  /** Of these, the calls without token counts. */
  unmetered: number
  error: JsonText<RunError> | null
  tags: JsonText<string[]>
  /** Given here, not by the program. */
  own_tags: JsonText<string[]>
  /** Of its payloads, as JSON. */
  bytes: number
  /** How many rows of `payload_blocks` it has had: the number of the last one. */
  payload_blocks: number
  /** `production`, or the name its sender gave. */
  environment: string
  /** How long the run waited for a human between its start and its end. */
  waited_micros: number
  /** The part of `waited_micros` before the first token. */
  waited_before_token_micros: number
  /** When the first of it came: its age counts from then, so that what is brought from elsewhere is not too old at once. */
  stored_at: number
}

/** Retention keeps them. */
export type PinnedTracesTable = { workspace_id: string; trace_id: string; pinned_at: number }

/** What comes of them again is in the rollups already. */
export type DeletedTracesTable = {
  workspace_id: string
  id: string
  /** When retention deleted it: the oldest of these are forgotten. Null where somebody deleted it. */
  expired_at: number | null
  /** When it was deleted, if its root had not ended: what of it had was counted. Null where all of it was. */
  counted_until: number | null
}

export type SpansTable = UsageColumns<number | null> & {
  workspace_id: string
  trace_id: string
  id: string
  parent_id: string | null
  kind: SpanKind
  name: string
  node: string | null
  element: string | null
  superstep: number | null
  status: SpanStatus
  started_at: number
  ended_at: number | null
  first_token_at: number | null
  model: string | null
  asked_model: string | null
  provider: string | null
  cost_nanos: number | null
  cost_input_nanos: number | null
  cost_output_nanos: number | null
  price_id: string | null
  error: JsonText<RunError> | null
  tags: JsonText<string[]>
  payload_bytes: number
  /**
   * Numbers of the blocks that hold its payload, separated by commas; a later one overrides an earlier one part by
   * part. Empty: it has no payload. Null or `0`: an older version stored it in `span_payloads`.
   */
  payload_blocks: string | null
}

/** Payloads of spans of one trace that were stored together, compressed together (`payload-blocks.ts`). */
export type PayloadBlocksTable = {
  workspace_id: string
  trace_id: string
  /** Counts from 1 within the trace. */
  id: string
  body: ColumnType<Uint8Array, Uint8Array | UnpackedJson>
}

/** Payloads that older versions stored, one row per span: packed JSON (`packed-json.ts`), null if the span lacks that part. */
export type SpanPayloadsTable = {
  workspace_id: string
  trace_id: string
  span_id: string
  inputs: Uint8Array | null
  outputs: Uint8Array | null
  events: Uint8Array | null
  metadata: Uint8Array | null
}

/** What traces are found by besides their columns. */
export type LabelKey = 'tag' | 'model' | 'tool' | 'node' | 'error' | 'name' | MetadataLabel
export type MetadataLabel = `metadata.${string}`

/** One row for each value that occurs in a trace, with the trace's start: an index in the list's order. */
export type TraceLabelsTable = {
  workspace_id: string
  key: LabelKey
  value: string
  started_at: number
  trace_id: string
}

/** Traces that began before it are not found by their metadata yet. */
export type UnreadMetadataTable = { workspace_id: string; started_at: number; trace_id: string }

/** Traces that began before it still have the environment and the waiting time of an earlier version. */
export type UncountedTracesTable = UnreadMetadataTable

/** The tape. `body` is the whole exchange as packed JSON; the other columns find it. */
export type ExchangesTable = {
  workspace_id: string
  trace_id: string
  id: string
  span_id: string | null
  kind: ExchangeKind
  name: string
  fingerprint: string
  address: JsonText<CallAddress>
  body: Uint8Array
}

/** What a rollup row counts: whole runs, executions of a node, model calls, tool calls. */
export type RollupKind = 'run' | 'node' | 'model' | 'tool'

/** Hourly. Dimensions that do not apply hold '' or 0, so that they can be part of the key. */
export type RollupsTable = UsageColumns<number> & {
  workspace_id: string
  kind: RollupKind
  /** Start of the hour, microseconds. */
  hour: number
  agent_id: string
  version: number
  /** Of other programs' traces. */
  project_id: string
  node: string
  /** The model's or the tool's name. */
  subject: string
  status: SpanStatus
  environment: string
  count: number
  cost_nanos: number
  unpriced: number
  unmetered: number
  /** Sparse histograms: bucket number to count. */
  latency: JsonText<Record<string, number>>
  first_token: JsonText<Record<string, number>>
}
