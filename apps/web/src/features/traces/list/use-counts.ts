import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TraceHistogram } from '@lathe/contract'
import { api } from '../../../lib/api/api.ts'
import { type ListFilter, toInput } from './list-search.ts'
import { POLL_FACTOR } from './use-traces.ts'
import { plural } from '../../../lib/format/format.ts'

const REFRESH_MS = 15_000
/** While new traces keep arriving. */
const FOLLOW_MS = 3_000
const DEBOUNCE_MS = 250
const BARS = 90

/** Counts beside the list, without delaying it. `news` is the fingerprint of the newest rows. */
export function useCounts(filter: ListFilter, fingerprint: string) {
  const facets = usePolledCount([...api.traces.facets.key(), filter], fingerprint, (signal) =>
    api.traces.facets.call(toInput(filter), { signal }),
  )
  const histogram = usePolledCount([...api.traces.histogram.key(), filter], fingerprint, (signal) =>
    api.traces.histogram.call({ ...toInput(filter), bars: BARS }, { signal }),
  )
  return { facets, histogram }
}

/** Refetches when `news` changes, less often if counting is slow, and periodically otherwise. */
function usePolledCount<T>(
  queryKey: QueryKey,
  fingerprint: string,
  count: (signal: AbortSignal) => Promise<T>,
): T | undefined {
  const countedNews = useRef('')
  const tookMs = useRef(0)
  const { data } = useQuery<T>({
    queryKey,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { dataUpdatedAt, errorUpdatedAt } }) => {
      // The first request can precede the first fingerprint.
      countedNews.current ||= fingerprint
      if (countedNews.current === fingerprint) return REFRESH_MS
      const delay = Math.min(REFRESH_MS, Math.max(FOLLOW_MS, tookMs.current * POLL_FACTOR))
      const elapsedMs = Date.now() - Math.max(dataUpdatedAt, errorUpdatedAt)
      return Math.max(DEBOUNCE_MS, delay - elapsedMs)
    },
    queryFn: async ({ signal }) => {
      countedNews.current = fingerprint
      const startedAt = performance.now()
      try {
        return await count(signal)
      } finally {
        tookMs.current = performance.now() - startedAt
      }
    },
  })
  return data
}

/** A count. If `isPartial`, a lower bound. */
export type Total = { count: number; isPartial: boolean }

export async function countTraces(
  input: ReturnType<typeof toInput>,
  signal: AbortSignal,
): Promise<Total> {
  return sumHistogram(await api.traces.histogram.call({ ...input, bars: 1 }, { signal }))
}

export const sumHistogram = ({ bars, isPartial }: TraceHistogram): Total => ({
  count: bars.reduce((total, { count }) => total + count, 0),
  isPartial,
})

/**
 * Corrects a partial count with the number of loaded rows. The count is exact once the last page is
 * loaded.
 */
export function correctTotal(rows: number, isComplete: boolean, countedTotal: Total | undefined) {
  if (!countedTotal?.isPartial) return countedTotal
  return isComplete
    ? { count: rows, isPartial: false }
    : { count: Math.max(rows, countedTotal.count), isPartial: true }
}

/** `1,000+ traces` */
export const formatTotal = ({ count, isPartial }: Total): string =>
  isPartial ? `${count.toLocaleString('en')}+ traces` : plural(count, 'trace')
