import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { type Skeleton, skeletonQuery } from './skeleton-query.ts'

/** What other programs send is asked for again, large traces less often. */
const REFRESH_MS = 1_000
const REFRESH_MS_PER_SPAN = 0.05

/** Usable before all of it has come; undefined until anything has. */
export function useSkeleton(id: string): Skeleton | undefined {
  const { data } = useQuery({
    ...skeletonQuery(id),
    refetchInterval: ({ state }) => refreshOf(state.data),
    throwOnError: (error, { state }) => state.data === undefined || isGone(error),
  })
  return data
}

/** Somebody deleted it meanwhile. */
const isGone = (error: Error) => error instanceof ORPCError && error.status === 404

const refreshOf = (known: Skeleton | undefined): number | false =>
  known && known.trace.source !== null && known.trace.endedAt === null
    ? REFRESH_MS + known.spans.length * REFRESH_MS_PER_SPAN
    : false
