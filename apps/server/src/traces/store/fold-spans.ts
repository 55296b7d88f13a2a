import type { Span } from '@lathe/contract'
import { foldTrace, type TraceRow } from './fold-trace.ts'
import { mergeSpan } from './merge-span.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'
import type { Corrected, EndedSpan } from '../metrics/rollup-rows.ts'
import { correctedBy } from './corrected-by.ts'
import { type SpanRow, toSpanRow } from './span-row.ts'
import type { TraceContext } from '../query/trace-context.ts'

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
