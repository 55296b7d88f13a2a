import type { Span, Trace } from '@lathe/contract'
import { createOutlineReader } from '@lathe/traces'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { api, client } from '../../lib/api/api.ts'
import { isSilent } from '../../lib/format/is-silent.ts'
import { waitUntilIdle } from '../../lib/browser/wait-until-idle.ts'

/** A trace without payloads, possibly still loading. */
export type TraceOutline = { trace: Trace; spans: readonly Span[]; isComplete: boolean }

/**
 * Shows the first part at once, then again each time the number of spans grows by this factor:
 * rendering must not delay reading.
 */
const RENDER_GROWTH = 16

/** Late spans of an ended trace are expected within this time. */
const LATE_SPAN_MS = 15_000

export const traceOutlineKey = (id: string) =>
  api.traces.outline.key({ type: 'query', input: { id } })

export const traceOutlineQuery = (id: string) =>
  queryOptions<TraceOutline>({
    queryKey: traceOutlineKey(id),
    queryFn: ({ client: queries, signal }) => loadTraceOutline(queries, id, signal),
    staleTime: ({ state }) =>
      state.data?.trace.endedAt && !canGrow(state.data) ? Number.POSITIVE_INFINITY : 0,
    // Comparing old and new data would take longer than rendering.
    structuralSharing: false,
    gcTime: 60_000,
  })

/**
 * Whether an external program may still send spans. Its requests can arrive out of order, so a span
 * can end after its trace.
 */
function canGrow({ trace, spans }: TraceOutline): boolean {
  const now = new Date()
  if (trace.source === null) return false
  if (trace.endedAt === null || now.getTime() - trace.lastReceivedAt / 1_000 < LATE_SPAN_MS)
    return true
  return !isSilent(trace, now) && spans.some(({ endedAt }) => endedAt === null)
}

/**
 * Starts loading a trace while the code of its page loads. Cancels the request on `unwanted` unless
 * the page shows the trace by then.
 */
export function prefetchTraceOutline(queries: QueryClient, id: string, abandoned: AbortSignal) {
  if (queries.getQueryData(traceOutlineKey(id)) !== undefined) return
  void queries.prefetchQuery(traceOutlineQuery(id))
  abandoned.addEventListener('abort', () => {
    void queries.cancelQueries({ queryKey: traceOutlineKey(id), type: 'inactive' })
  })
}

async function loadTraceOutline(
  queries: QueryClient,
  id: string,
  signal: AbortSignal,
): Promise<TraceOutline> {
  const isFirst = queries.getQueryData(traceOutlineKey(id)) === undefined
  const spans: Span[] = []
  let open: { trace: Trace; read: ReturnType<typeof createOutlineReader> } | undefined
  let renderedCount = 0
  for await (const part of await client.traces.outline({ id }, { signal })) {
    if (part.type === 'trace') open = { trace: part.trace, read: createOutlineReader(part.trace) }
    else if (open) {
      for (const span of open.read(part.spans)) spans.push(span)
      if (isFirst && spans.length >= renderedCount * RENDER_GROWTH) {
        renderedCount = spans.length
        const partial: TraceOutline = { trace: open.trace, spans: spans.slice(), isComplete: false }
        queries.setQueryData(traceOutlineKey(id), partial)
      }
      // Yield between buffered parts so that the first one renders early.
      await waitUntilIdle()
    }
  }
  if (!open) throw new Error('The trace response was incomplete')
  return { trace: open.trace, spans, isComplete: true }
}

/** Poll external traces, large ones less often. */
const REFRESH_MS = 1_000
const REFRESH_MS_PER_SPAN = 0.05
/** A deleted trace can be restored by an import. */
const REFRESH_DELETED_MS = 30_000

type OutlineState = {
  outline: TraceOutline | undefined
  isDeleted: boolean
  /** When the data was last loaded successfully, in milliseconds, if reloading fails. */
  lostSince: number | undefined
}

/**
 * Loads a trace in parts. The shown data stays when the trace is deleted. Undefined until the first
 * part arrives.
 */
export function useTraceOutline(id: string): OutlineState {
  const { data, error, failureCount, dataUpdatedAt } = useQuery({
    ...traceOutlineQuery(id),
    refetchInterval: ({ state }) =>
      isDeleted(state.error) ? REFRESH_DELETED_MS : refreshInterval(state.data),
    throwOnError: (_error, { state }) => state.data === undefined,
  })
  const { error: feedbackError } = useQuery({ ...feedbackQuery(id), enabled: data !== undefined })
  const isDisconnected = data !== undefined && canGrow(data) && failureCount > 0
  return {
    outline: data,
    isDeleted: isDeleted(error) || isDeleted(feedbackError),
    lostSince: isDisconnected && !isDeleted(error) ? dataUpdatedAt : undefined,
  }
}

const refreshInterval = (outline: TraceOutline | undefined): number | false =>
  outline && canGrow(outline) ? REFRESH_MS + outline.spans.length * REFRESH_MS_PER_SPAN : false

/** Programs can add feedback to a trace that has ended. */
const FEEDBACK_REFRESH_MS = 1_500
const REFRESH_FAILED_MS = 30_000

/**
 * Polls the feedback. For an ended trace this is the only request that repeats, so it also detects
 * deletion.
 */
export const feedbackQuery = (id: string) => ({
  ...queryOptions(api.traces.feedback.queryOptions({ input: { id } })),
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? REFRESH_FAILED_MS : FEEDBACK_REFRESH_MS,
})

const isDeleted = (error: Error | null): boolean =>
  error instanceof ORPCError && error.status === 404

const PREFETCH_DELAY_MS = 300

/**
 * A span with its payload. Reloads it until the span has ended, if the trace reports that it has.
 */
export const spanQuery = ({ traceId, id, endedAt }: Span) =>
  api.traces.span.queryOptions({
    input: { traceId, spanId: id },
    refetchInterval: ({ state }) =>
      endedAt !== null && state.data?.endedAt === null ? PREFETCH_DELAY_MS : false,
  })
