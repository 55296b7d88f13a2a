import type { Span } from '@lathe/contract'
import { foldTrace, type TraceRow } from './fold-trace.ts'
import { mergeSpan } from './merge-span.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'
import type { Corrected, EndedSpan } from '../metrics/rollup-rows.ts'
import { type SpanRow, toSpanRow } from './span-row.ts'
import type { TraceContext } from '../query/trace-context.ts'
import { spendingNames } from '../metrics/spending.ts'
import { usageNames } from './usage-columns.ts'

/** Stored state: traces by id, spans by `keyOf`. */
export type Known = { traces: Map<string, TraceRow>; spans: Map<string, SpanRow> }

/** `deleted`: traces that were counted before their deletion. For unended ones, the time until which they were counted. */
export type Stored = Known & { deleted: Map<string, number | null> }

export type Folded = {
  traces: TraceRow[]
  spans: SpanRow[]
  /** Spans that end with this batch. Each span appears here once. */
  ended: EndedSpan[]
  /** Spans that had ended and are corrected by this batch. */
  corrected: Corrected
  /** Keys of spans whose stored version is newer. */
  late: Set<string>
}

type ContextOf = (span: SpanRow, trace: TraceRow | undefined) => TraceContext

/** Folds a batch of spans, in order. */
export function foldSpans(
  known: Known,
  workspaceId: string,
  delivered: readonly Span[],
  contextOf: ContextOf,
): Folded {
  const fold = spanFold(known, workspaceId, contextOf)
  for (const span of delivered) fold.take(span)
  return fold.finish()
}

/** The same one span at a time, for callers that yield in between. */
export function spanFold(known: Known, workspaceId: string, contextOf: ContextOf) {
  const traces = new Map<string, TraceRow>()
  const spans = new Map<string, SpanRow>()
  const newlyEnded = new Set<string>()
  const late = new Set<string>()

  function take(span: Span) {
    const key = keyOf(span)
    const before = spans.get(key) ?? known.spans.get(key)
    const after = mergeSpan(before, toSpanRow(workspaceId, span))
    const trace = traces.get(span.traceId) ?? known.traces.get(span.traceId)
    spans.set(key, after)
    traces.set(span.traceId, foldTrace(trace, before, after, contextOf(after, trace)))
    if (after.ended_at !== null && before?.ended_at == null) newlyEnded.add(key)
    if (known.spans.get(key)?.ended_at != null && span.endedAt === null) late.add(key)
  }

  function finish(): Folded {
    const ended: EndedSpan[] = []
    for (const [key, span] of spans) {
      const trace = traces.get(span.trace_id)
      if (trace && newlyEnded.has(key)) ended.push({ span, trace })
    }
    return {
      traces: [...traces.values()],
      spans: [...spans.values()],
      ended,
      corrected: correctedBy(known, { traces, spans }),
      late,
    }
  }

  /** `spans`: the folded spans by `keyOf`. */
  return { take, finish, spans }
}

/** Returns counted spans that changed, such as usage that arrived after the end. */
function correctedBy(known: Known, { traces, spans }: Known): Corrected {
  const corrected: { spans: Corrected['spans'][number][]; traces: Corrected['traces'][number][] } =
    { spans: [], traces: [] }
  for (const [key, after] of spans) {
    const before = known.spans.get(key)
    const trace = traces.get(after.trace_id)
    if (before && trace && before.ended_at !== null && spanDiffers(before, after))
      corrected.spans.push({ before, after, trace })
  }
  for (const [id, after] of traces) {
    const before = known.traces.get(id)
    if (
      before &&
      before.root_id !== null &&
      before.ended_at !== null &&
      traceDiffers(before, after)
    )
      corrected.traces.push({ before, after })
  }
  return corrected
}

const spanDiffers = (before: SpanRow, after: SpanRow): boolean =>
  COUNTED_OF_SPANS.some((name) => before[name] !== after[name])

const traceDiffers = (before: TraceRow, after: TraceRow): boolean =>
  COUNTED_OF_TRACES.some((name) => before[name] !== after[name])

const TIMES = ['started_at', 'ended_at', 'first_token_at', 'status'] as const
const COUNTED_OF_SPANS = [
  ...TIMES,
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
const COUNTED_OF_TRACES = [
  ...TIMES,
  ...spendingNames,
  'agent_id',
  'version',
  'project_id',
  'environment',
  'waited_micros',
  'waited_before_token_micros',
] as const
