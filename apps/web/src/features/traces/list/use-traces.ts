import type { ListedTrace } from '@lathe/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { type ListFilter, toInput } from './list-search.ts'

const PAGE = 100
const REFRESH_MS = 3_000
/** Of several pages, each of which is read anew. */
const REFRESH_MANY_MS = 10_000

/** Pages of traces, newest first, with what happens meanwhile. */
export function useTraces(filter: ListFilter) {
  const pages = useInfiniteQuery(
    api.traces.list.infiniteOptions({
      // The range, not its start, which moves on by itself and would throw the pages away.
      queryKey: [...api.traces.list.key({ type: 'infinite' }), filter],
      input: (before: string | undefined) => ({
        ...toInput(filter),
        before,
        limit: PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? last.items.at(-1)?.id : undefined),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        (data?.pages.length ?? 0) <= 1 || data?.pages[0]?.items.some(isRunning)
          ? REFRESH_MS
          : REFRESH_MANY_MS,
    }),
  )
  const traces = useMemo<ListedTrace[]>(
    () => pages.data?.pages.flatMap((page) => page.items) ?? [],
    [pages.data],
  )
  return { ...pages, traces }
}

const isRunning = ({ endedAt }: ListedTrace) => endedAt === null
