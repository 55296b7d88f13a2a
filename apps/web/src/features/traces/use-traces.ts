import type { Trace } from '@lathe/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { rangeStart, type TraceRange } from './trace-range.ts'
import type { TraceQuery } from './trace-query.ts'

const PAGE = 100
const REFRESH_MS = 3_000

export type TraceFilter = TraceQuery & { range: TraceRange }

/** Pages of traces, newest first, refreshed while something runs. */
export function useTraces({ range, ...query }: TraceFilter) {
  const pages = useInfiniteQuery(
    api.traces.list.infiniteOptions({
      // The range, not its start, which moves on by itself and would throw the pages away.
      queryKey: [...api.traces.list.key({ type: 'infinite' }), { range, ...query }],
      input: (before: string | undefined) => ({
        ...query,
        from: rangeStart(range),
        before,
        limit: PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? last.items.at(-1)?.id : undefined),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.pages[0]?.items.some((trace) => trace.endedAt === null) ? REFRESH_MS : 10_000,
    }),
  )
  const traces = useMemo<Trace[]>(
    () => pages.data?.pages.flatMap((page) => page.items) ?? [],
    [pages.data],
  )
  return { ...pages, traces }
}
