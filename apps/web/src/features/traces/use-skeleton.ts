import { useQuery } from '@tanstack/react-query'
import { feedbackQuery, isGone } from './feedback-query.ts'
import { type Skeleton, skeletonQuery } from './skeleton-query.ts'

/** What other programs send is asked for again, large traces less often. */
const REFRESH_MS = 1_000
const REFRESH_MS_PER_SPAN = 0.05
/** Of one that was deleted: it may be brought back from a file. */
const REFRESH_GONE_MS = 30_000

/** Usable before all of it has come, undefined until anything has; what is shown stays when somebody deletes it. */
export function useSkeleton(id: string): { skeleton: Skeleton | undefined; isGone: boolean } {
  const { data, error } = useQuery({
    ...skeletonQuery(id),
    refetchInterval: ({ state }) => (isGone(state.error) ? REFRESH_GONE_MS : refreshOf(state.data)),
    throwOnError: (_error, { state }) => state.data === undefined,
  })
  const { error: unsaid } = useQuery({ ...feedbackQuery(id), enabled: data !== undefined })
  return { skeleton: data, isGone: isGone(error) || isGone(unsaid) }
}

const refreshOf = (known: Skeleton | undefined): number | false =>
  known && known.trace.source !== null && known.trace.endedAt === null
    ? REFRESH_MS + known.spans.length * REFRESH_MS_PER_SPAN
    : false
