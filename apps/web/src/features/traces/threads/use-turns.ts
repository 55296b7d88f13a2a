import type { ListedTrace, TraceThread } from '@lathe/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { placeOf, threadInput } from './thread-input.ts'

const PAGE = 20
const REFRESH_MS = 5_000
/** While one of them goes on. */
const FOLLOW_MS = 1_500

/** The newest turns of a thread, the oldest of them first; earlier ones are the next page. */
export function useTurns(thread: TraceThread) {
  const pages = useInfiniteQuery(
    api.traces.list.infiniteOptions({
      input: (before: string | undefined) => ({
        ...threadInput(placeOf(thread)),
        before,
        limit: PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      refetchInterval: ({ state: { data } }) =>
        data?.pages[0]?.items.some(({ endedAt }) => endedAt === null) ? FOLLOW_MS : REFRESH_MS,
    }),
  )
  const turns = useMemo<ListedTrace[]>(
    () => (pages.data?.pages ?? []).flatMap(({ items }) => items).toReversed(),
    [pages.data],
  )
  return { ...pages, turns }
}
