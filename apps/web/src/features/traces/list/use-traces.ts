import type { ListedTrace } from '@lathe/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { api } from '../../../lib/api/api.ts'
import { isSilent } from '../../../lib/format/is-silent.ts'
import { type ListFilter, toInput } from './list-search.ts'

const PAGE = 100
const REFRESH_MS = 3_000
/** While a trace runs. */
const FOLLOW_MS = 1_500
/** For several pages, each of which is reloaded. */
const REFRESH_LONG_LIST_MS = 10_000
const REFRESH_FAILED_MS = 30_000
/** Wait at least this multiple of the last request's duration before polling again. */
export const POLL_FACTOR = 10

/** Pages of traces, newest first, kept up to date. */
export function useTraces(filter: ListFilter) {
  const tookMs = useRef(0)
  const options = api.traces.list.infiniteOptions({
    // Key on the range: its start changes constantly and would discard the pages.
    queryKey: [...api.traces.list.key({ type: 'infinite' }), filter],
    input: (before: string | undefined) => ({
      ...toInput(filter),
      before,
      limit: PAGE,
    }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const pages = useInfiniteQuery({
    ...options,
    refetchInterval: ({ state: { data, status } }) =>
      Math.max(
        tookMs.current * POLL_FACTOR * (data?.pages.length ?? 1),
        status === 'error' ? REFRESH_FAILED_MS : refreshInterval(data?.pages ?? []),
      ),
    queryFn: async (page) => {
      const startedAt = performance.now()
      try {
        return await options.queryFn(page)
      } finally {
        tookMs.current = performance.now() - startedAt
      }
    },
  })
  const traces = useMemo<ListedTrace[]>(
    () => pages.data?.pages.flatMap((page) => page.items) ?? [],
    [pages.data],
  )
  const { fetchNextPage, isFetching, isError } = pages
  // Matches may be far apart, so a page can have few rows or none.
  const loadedPages = pages.data?.pages ?? []
  const incompletePage =
    isLastPageShort(loadedPages) && pages.hasNextPage ? loadedPages.length : undefined
  useEffect(() => {
    if (incompletePage !== undefined && !isFetching && !isError) void fetchNextPage()
  }, [incompletePage, isFetching, isError, fetchNextPage])
  return { ...pages, traces }
}

/** Whether the trailing short pages together have fewer rows than one full page. */
function isLastPageShort(pages: readonly { items: readonly ListedTrace[] }[]): boolean {
  const rowCount = pages.reduce((rows, { items }) => (rows < PAGE ? rows : 0) + items.length, PAGE)
  return rowCount < PAGE
}

/** A fingerprint of the newest page. A change means the counts may have changed. */
export const listFingerprint = (traces: readonly ListedTrace[]): string =>
  traces
    .slice(0, PAGE)
    .map(({ id, status }) => `${id} ${status}`)
    .join()

function refreshInterval(pages: readonly { items: readonly ListedTrace[] }[]): number {
  const isFollowing = pages[0]?.items.some(isRunning) === true
  if (pages.length > 1) return isFollowing ? REFRESH_MS : REFRESH_LONG_LIST_MS
  return isFollowing ? FOLLOW_MS : REFRESH_MS
}

/** A trace without recent updates does not need fast polling. */
const isRunning = (trace: ListedTrace) => trace.endedAt === null && !isSilent(trace, new Date())
