import type { Span, Trace } from '@lathe/contract'
import { skeletonReader } from '@lathe/traces'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { skeletonKey, takeSkeleton } from './skeleton-stream.ts'

/** A trace without payloads, as far as it has come. */
export type Skeleton = { trace: Trace; spans: readonly Span[]; isWhole: boolean }

/** The first part is shown at once, and again each time so many times as much is there: drawing must not hold up reading. */
const SHOWN_AGAIN_AT = 16
/** What other programs send is asked for again, large traces less often. */
const REFRESH_MS = 1_000
const REFRESH_MS_PER_SPAN = 0.05

/** Usable before all of it has come; undefined until anything has. */
export function useSkeleton(id: string): Skeleton | undefined {
  const { data } = useQuery({
    queryKey: skeletonKey(id),
    queryFn: ({ client: queryClient, signal }) => loadSkeleton(queryClient, id, signal),
    staleTime: ({ state }) => (state.data?.trace.endedAt ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => refreshOf(state.data),
    // Comparing what is old and new would take longer than drawing it.
    structuralSharing: false,
    gcTime: 60_000,
    throwOnError: (_error, { state }) => state.data === undefined,
  })
  return data
}

const refreshOf = (known: Skeleton | undefined): number | false =>
  known && known.trace.source !== null && known.trace.endedAt === null
    ? REFRESH_MS + known.spans.length * REFRESH_MS_PER_SPAN
    : false

async function loadSkeleton(
  queryClient: QueryClient,
  id: string,
  signal: AbortSignal,
): Promise<Skeleton> {
  const isFirst = queryClient.getQueryData(skeletonKey(id)) === undefined
  const spans: Span[] = []
  let open: { trace: Trace; read: ReturnType<typeof skeletonReader> } | undefined
  let shown = 0
  for await (const part of await takeSkeleton(id, signal)) {
    if (part.type === 'trace') open = { trace: part.trace, read: skeletonReader(part.trace) }
    else if (open) {
      for (const span of open.read(part.spans)) spans.push(span)
      if (isFirst && spans.length >= shown * SHOWN_AGAIN_AT) {
        shown = spans.length
        const known: Skeleton = { trace: open.trace, spans: spans.slice(), isWhole: false }
        queryClient.setQueryData(skeletonKey(id), known)
      }
    }
  }
  if (!open) throw new Error('The trace ended before it began')
  return { trace: open.trace, spans, isWhole: true }
}
