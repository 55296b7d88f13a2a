import type { Span } from '@lathe/contract'
import { foldTrace, type TraceRow } from './fold-trace.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'
import type { Corrections, EndedSpan } from '../metrics/rollup-rows.ts'
import { isPlaceholder, type SpanRow, toSpanRow } from './span-row.ts'
import type { TraceContext } from './trace-context.ts'
import { isDuplicateRow, spendingNames } from '../metrics/spending.ts'
import { usageNames } from './usage-columns.ts'

/** Stored state: traces by id, spans by `keyOf`. */
export type StoredRows = { traces: Map<string, TraceRow>; spans: Map<string, SpanRow> }

/** `deleted`: traces that were counted before their deletion. For unended ones, the time until which they were counted. */
export type StoredBatch = StoredRows & { deleted: Map<string, number | null> }

export type TraceChanges = {
  traces: TraceRow[]
  spans: SpanRow[]
  /** Spans that end with this batch. Each span appears here once. */
  endedSpans: EndedSpan[]
  /** Spans that had ended and are corrected by this batch. */
  corrections: Corrections
  /** Keys of spans whose stored version is newer. */
  lateKeys: Set<string>
}

type FindContext = (span: SpanRow, trace: TraceRow | undefined) => TraceContext

/** Folds a batch of spans, in order. */
export function foldSpans(
  stored: StoredRows,
  workspaceId: string,
  spans: readonly Span[],
  findContext: FindContext,
): TraceChanges {
  const fold = createSpanFold(stored, workspaceId, findContext)
  for (const span of spans) fold.add(span)
  return fold.finish()
}

/** The same one span at a time, for callers that yield in between. */
export function createSpanFold(stored: StoredRows, workspaceId: string, findContext: FindContext) {
  const traces = new Map<string, TraceRow>()
  const spans = new Map<string, SpanRow>()
  const newlyEnded = new Set<string>()
  const lateKeys = new Set<string>()

  function add(span: Span) {
    const key = keyOf(span)
    const before = spans.get(key) ?? stored.spans.get(key)
    const after = mergeSpan(before, toSpanRow(workspaceId, span))
    const trace = traces.get(span.traceId) ?? stored.traces.get(span.traceId)
    spans.set(key, after)
    traces.set(span.traceId, foldTrace(trace, before, after, findContext(after, trace)))
    if (after.ended_at !== null && before?.ended_at == null) newlyEnded.add(key)
    if (stored.spans.get(key)?.ended_at != null && span.endedAt === null) lateKeys.add(key)
  }

  function finish(): TraceChanges {
    const endedSpans: EndedSpan[] = []
    for (const [key, span] of spans) {
      const trace = traces.get(span.trace_id)
      if (trace && newlyEnded.has(key)) endedSpans.push({ span, trace })
    }
    return {
      traces: [...traces.values()],
      spans: [...spans.values()],
      endedSpans,
      corrections: findCorrections(stored, { traces, spans }),
      lateKeys,
    }
  }

  /** `spans`: the folded spans by `keyOf`. */
  return { add, finish, spans }
}

/** Returns counted spans that changed, such as usage that arrived after the end. */
function findCorrections(stored: StoredRows, { traces, spans }: StoredRows): Corrections {
  const corrections: {
    spans: Corrections['spans'][number][]
    traces: Corrections['traces'][number][]
  } = { spans: [], traces: [] }
  for (const [key, after] of spans) {
    const before = stored.spans.get(key)
    const trace = traces.get(after.trace_id)
    if (before && trace && before.ended_at !== null && spanDiffers(before, after))
      corrections.spans.push({ before, after, trace })
  }
  for (const [id, after] of traces) {
    const before = stored.traces.get(id)
    if (
      before &&
      before.root_id !== null &&
      before.ended_at !== null &&
      traceDiffers(before, after)
    )
      corrections.traces.push({ before, after })
  }
  return corrections
}

const spanDiffers = (before: SpanRow, after: SpanRow): boolean =>
  COUNTED_SPAN_COLUMNS.some((name) => before[name] !== after[name])

const traceDiffers = (before: TraceRow, after: TraceRow): boolean =>
  COUNTED_TRACE_COLUMNS.some((name) => before[name] !== after[name])

const TIME_COLUMNS = ['started_at', 'ended_at', 'first_token_at', 'status'] as const
const COUNTED_SPAN_COLUMNS = [
  ...TIME_COLUMNS,
  ...usageNames,
  'cost_nanos',
  'cost_input_nanos',
  'cost_output_nanos',
  'kind',
  'name',
  'node',
  'model',
  'tags',
] as const
const COUNTED_TRACE_COLUMNS = [
  ...TIME_COLUMNS,
  ...spendingNames,
  'agent_id',
  'version',
  'project_id',
  'environment',
  'waited_micros',
  'waited_before_token_micros',
] as const

/**
 * Merges two versions of a span. The later one wins, but a late start does not undo an end, and
 * empty fields keep stored values.
 */
export function mergeSpan(stored: SpanRow | undefined, received: SpanRow): SpanRow {
  if (!stored) return received
  const isLate = stored.ended_at !== null && received.ended_at === null
  const [newer, older] = isLate ? [stored, received] : [received, stored]
  return {
    ...newer,
    parent_id: newer.parent_id ?? (isPlaceholder(older) ? null : older.parent_id),
    node: newer.node ?? older.node,
    element: newer.element ?? older.element,
    superstep: newer.superstep ?? older.superstep,
    ended_at: newer.ended_at ?? older.ended_at,
    first_token_at: newer.first_token_at ?? older.first_token_at,
    model: newer.model ?? older.model,
    asked_model: newer.asked_model ?? older.asked_model,
    provider: newer.provider ?? older.provider,
    error: newer.error ?? older.error,
    tags: newer.tags === '[]' && !isDuplicateRow(older) ? older.tags : newer.tags,
    payload_bytes: newer.payload_bytes || older.payload_bytes,
    ...usageAndCost(newer.usage_input === null ? older : newer),
  }
}

/** Usage and cost change together. */
const usageAndCost = (row: SpanRow) => ({
  usage_input: row.usage_input,
  usage_output: row.usage_output,
  usage_cached_read: row.usage_cached_read,
  usage_cached_write: row.usage_cached_write,
  usage_reasoning: row.usage_reasoning,
  usage_audio: row.usage_audio,
  usage_audio_input: row.usage_audio_input,
  usage_audio_output: row.usage_audio_output,
  usage_audio_cached: row.usage_audio_cached,
  usage_cached_write_1h: row.usage_cached_write_1h,
  usage_unattributed: row.usage_unattributed,
  cost_nanos: row.cost_nanos,
  cost_input_nanos: row.cost_input_nanos,
  cost_output_nanos: row.cost_output_nanos,
  price_id: row.price_id,
})
