import type { Span, Trace } from '@lathe/contract'
import { skeletonReader } from '@lathe/traces'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
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
export function mayGrow({ trace, spans }: Skeleton): boolean {
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
