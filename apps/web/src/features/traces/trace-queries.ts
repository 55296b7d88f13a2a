import type { Span, Trace } from '@lathe/contract'
import { skeletonReader } from '@lathe/traces'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { api, client } from '../../lib/api.ts'
import { isSilent } from '../../lib/silent.ts'
import { untilFree } from '../../lib/until-free.ts'

/** A trace without payloads, as far as it has come. */
export type Skeleton = { trace: Trace; spans: readonly Span[]; isWhole: boolean }

/** The first part is shown at once, and again each time so many times as much is there: drawing must not hold up reading. */
const SHOWN_AGAIN_AT = 16

/** How long after it was last heard of. */
const LATE_MS = 15_000

export const skeletonKey = (id: string) => api.traces.skeleton.key({ type: 'query', input: { id } })

export const skeletonQuery = (id: string) =>
  queryOptions<Skeleton>({
    queryKey: skeletonKey(id),
    queryFn: ({ client: queries, signal }) => loadSkeleton(queries, id, signal),
    staleTime: ({ state }) =>
      state.data?.trace.endedAt && !mayGrow(state.data) ? Number.POSITIVE_INFINITY : 0,
    // Comparing what is old and new would take longer than drawing it.
    structuralSharing: false,
    gcTime: 60_000,
  })

/** Whether another program may yet tell more: its requests overtake each other, so that the end of a step may come after that of its trace. */
function mayGrow({ trace, spans }: Skeleton): boolean {
  const now = new Date()
  if (trace.source === null) return false
  if (trace.endedAt === null || now.getTime() - trace.heardAt / 1_000 < LATE_MS) return true
  return !isSilent(trace, now) && spans.some(({ endedAt }) => endedAt === null)
}

/** Reads a trace nobody has read yet while the code of its page still loads. Ends with `unwanted`, unless the page shows it by then. */
export function beginSkeleton(queries: QueryClient, id: string, unwanted: AbortSignal) {
  if (queries.getQueryData(skeletonKey(id)) !== undefined) return
  void queries.prefetchQuery(skeletonQuery(id))
  unwanted.addEventListener('abort', () => {
    void queries.cancelQueries({ queryKey: skeletonKey(id), type: 'inactive' })
  })
}

async function loadSkeleton(
  queries: QueryClient,
  id: string,
  signal: AbortSignal,
): Promise<Skeleton> {
  const isFirst = queries.getQueryData(skeletonKey(id)) === undefined
  const spans: Span[] = []
  let open: { trace: Trace; read: ReturnType<typeof skeletonReader> } | undefined
  let shown = 0
  for await (const part of await client.traces.skeleton({ id }, { signal })) {
    if (part.type === 'trace') open = { trace: part.trace, read: skeletonReader(part.trace) }
    else if (open) {
      for (const span of open.read(part.spans)) spans.push(span)
      if (isFirst && spans.length >= shown * SHOWN_AGAIN_AT) {
        shown = spans.length
        const known: Skeleton = { trace: open.trace, spans: spans.slice(), isWhole: false }
        queries.setQueryData(skeletonKey(id), known)
      }
      // Parts that lie ready would else be read one after the other before the first is shown.
      await untilFree()
    }
  }
  if (!open) throw new Error('The trace ended before it began')
  return { trace: open.trace, spans, isWhole: true }
}

/** What other programs send is asked for again, large traces less often. */
const REFRESH_MS = 1_000
const REFRESH_MS_PER_SPAN = 0.05
/** Of one that was deleted: it may be brought back from a file. */
const REFRESH_GONE_MS = 30_000

type Known = {
  skeleton: Skeleton | undefined
  isGone: boolean
  /** When what grows was read last, milliseconds, while it cannot be read again. */
  lostSince: number | undefined
}

/** Usable before all of it has come, undefined until anything has; what is shown stays when somebody deletes it. */
export function useSkeleton(id: string): Known {
  const { data, error, failureCount, dataUpdatedAt } = useQuery({
    ...skeletonQuery(id),
    refetchInterval: ({ state }) => (isGone(state.error) ? REFRESH_GONE_MS : refreshOf(state.data)),
    throwOnError: (_error, { state }) => state.data === undefined,
  })
  const { error: unsaid } = useQuery({ ...feedbackQuery(id), enabled: data !== undefined })
  const isLost = data !== undefined && mayGrow(data) && failureCount > 0
  return {
    skeleton: data,
    isGone: isGone(error) || isGone(unsaid),
    lostSince: isLost && !isGone(error) ? dataUpdatedAt : undefined,
  }
}

const refreshOf = (known: Skeleton | undefined): number | false =>
  known && mayGrow(known) ? REFRESH_MS + known.spans.length * REFRESH_MS_PER_SPAN : false

/** Programs judge what has ended. */
const FEEDBACK_REFRESH_MS = 1_500
const REFRESH_FAILED_MS = 30_000

/** What is said of a trace: of one that has ended this alone is asked for again, and tells whether it is still there. */
export const feedbackQuery = (id: string) => ({
  ...queryOptions(api.traces.feedback.queryOptions({ input: { id } })),
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? REFRESH_FAILED_MS : FEEDBACK_REFRESH_MS,
})

/** Somebody deleted it meanwhile. */
const isGone = (error: Error | null): boolean => error instanceof ORPCError && error.status === 404

const SOON_MS = 300

/** A span with what it carries: read again once the trace says it has ended meanwhile. */
export const spanQuery = ({ traceId, id, endedAt }: Span) =>
  api.traces.span.queryOptions({
    input: { traceId, spanId: id },
    refetchInterval: ({ state }) =>
      endedAt !== null && state.data?.endedAt === null ? SOON_MS : false,
  })
