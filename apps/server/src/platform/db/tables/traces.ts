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
  /** Tokens by kind. Null if not reported. Sums include only reported values. */
  usage_audio_input: T
  usage_audio_output: T
  /** Part of the cached tokens. */
  usage_audio_cached: T
  usage_cached_write_1h: T
  /** Part of the reported total that belongs to no kind. */
  usage_unattributed: T
}

/** A root span with the totals of its trace. Created with the first span of the trace. */
export type TracesTable = UsageColumns<number> & {
  workspace_id: string
  id: string
  /** Null until the root span has arrived. */
  root_id: string | null
  run_id: string | null
  agent_id: string | null
  version: number | null
  thread_id: string | null
  /** Null for Lathe's own runs. */
  source: TraceSource | null
  project_id: string | null
  title: string
  name: string
  status: SpanStatus
  /** Start of the earliest span if the root span is missing. */
  started_at: number
  ended_at: number | null
  /** The latest time in any span. */
  heard_at: number
  first_token_at: number | null
  span_count: number
  /** Sum of the known costs. */
  cost_nanos: number
  /** Model calls with an unknown cost: the price or the token counts are missing. */
  unpriced: number
  /** The part of `unpriced` without token counts. */
  unmetered: number
  error: JsonText<RunError> | null
  tags: JsonText<string[]>
  /** Tags added in Lathe, not by the program. */
  own_tags: JsonText<string[]>
  /** Size of the payloads as JSON. */
  bytes: number
  /** Number of the last row in `payload_blocks`. */
  payload_blocks: number
  /** `production`, or the environment that the sender reported. */
  environment: string
  /** Time that the run was interrupted between its start and end. */
  waited_micros: number
  /** The part of `waited_micros` before the first token. */
  waited_before_token_micros: number
  /**
   * When the first span was stored. Retention counts from then, so that imported old traces are not
   * deleted at once.
   */
  stored_at: number
}

/** Traces exempt from retention. */
export type PinnedTracesTable = { workspace_id: string; trace_id: string; pinned_at: number }

/** Deleted traces. Their rollups remain, so spans that arrive again are not counted. */
export type DeletedTracesTable = {
  workspace_id: string
  id: string
  /** When retention deleted the trace. The oldest rows are purged. Null if a user deleted it. */
  expired_at: number | null
  /**
   * Time of deletion if the root span had not ended: earlier spans were counted. Null if all were
   * counted.
   */
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

/**
 * Payloads of spans of one trace that were stored and compressed together (`payload-blocks.ts`).
 */
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

/** Values by which traces can be found besides their columns. */
export type LabelKey = 'tag' | 'model' | 'tool' | 'node' | 'error' | 'name' | MetadataLabel
export type MetadataLabel = `metadata.${string}`

/** One row per value in a trace. With the trace's start, an index has the order of the list. */
export type TraceLabelsTable = {
  workspace_id: string
  key: LabelKey
  value: string
  started_at: number
  trace_id: string
}

/** Traces that started before it cannot be found by metadata yet. */
export type UnreadMetadataTable = { workspace_id: string; started_at: number; trace_id: string }

/**
 * Traces that started before it still have the environment and waiting time of an older version.
 */
export type UncountedTracesTable = UnreadMetadataTable

/** Recordings. `body` is the packed JSON of an exchange. The other columns are for lookups. */
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

/** The unit of a rollup row: runs, node executions, model calls or tool calls. */
export type RollupKind = 'run' | 'node' | 'model' | 'tool'

/** Hourly rollups. Dimensions that do not apply are '' or 0, because they are part of the key. */
export type RollupsTable = UsageColumns<number> & {
  workspace_id: string
  kind: RollupKind
  /** Start of the hour, microseconds. */
  hour: number
  agent_id: string
  version: number
  /** Project of other programs' traces. */
  project_id: string
  node: string
  /** Name of the model or tool. */
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
