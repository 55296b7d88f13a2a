import type { Span } from '@lathe/contract'
import { foldTrace, type TraceRow } from './fold-trace.ts'
import { mergeSpan } from './merge-span.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'
import type { Corrected, EndedSpan } from '../metrics/rollup-rows.ts'
import { type SpanRow, toSpanRow } from './span-row.ts'
import type { TraceContext } from '../query/trace-context.ts'
import { spendingNames } from '../metrics/spending.ts'
import { usageNames } from './usage-columns.ts'

/** What the database knows: traces by id, spans by `keyOf`. */
export type Known = { traces: Map<string, TraceRow>; spans: Map<string, SpanRow> }

/** `deleted`: traces that were counted before they were deleted, and until when if they had not ended. */
export type Stored = Known & { deleted: Map<string, number | null> }

export type Folded = {
  traces: TraceRow[]
  spans: SpanRow[]
  /** Those that end with this delivery: each span appears here once in its life. */
  ended: EndedSpan[]
  /** What had ended before and is known better by this delivery. */
  corrected: Corrected
  /** Keys of spans whose end was known before: what arrived is the older version. */
  late: Set<string>
}

type ContextOf = (span: SpanRow, trace: TraceRow | undefined) => TraceContext

/** Takes the delivered spans in, in their order. */
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

/** The same one by one, for those who let others have their turn between. */
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

  /** `spans`: those that were taken, by `keyOf`, as they are by now. */
  return { take, finish, spans }
}

/** Of what was counted already, that which now says otherwise: a call that came after its root, usage after its end. */
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
