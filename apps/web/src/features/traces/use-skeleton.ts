import { useQuery } from '@tanstack/react-query'
import { feedbackQuery, isGone } from './feedback-query.ts'
import { mayGrow, type Skeleton, skeletonQuery } from './skeleton-query.ts'

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
