import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../lib/api.ts'
import { type ListFilter, toInput } from './list-search.ts'
import { REST } from './use-traces.ts'

const REFRESH_MS = 15_000
/** After the list has told something new. */
const FOLLOW_MS = 3_000
const BARS = 90

/** What is counted beside the list, for which it does not wait. `news` is what the list tells now. */
export function useCounts(filter: ListFilter, news: string) {
  const facets = useCount([...api.traces.facets.key(), filter], news, () =>
    api.traces.facets.call(toInput(filter)),
  )
  const histogram = useCount([...api.traces.histogram.key(), filter], news, () =>
    api.traces.histogram.call({ ...toInput(filter), bars: BARS }),
  )
  return { facets, histogram }
}

/** Counted anew soon after there are news, what is long in coming less soon; and seldom without. */
function useCount<T>(queryKey: QueryKey, news: string, count: () => Promise<T>): T | undefined {
  const counted = useRef('')
  const tookMs = useRef(0)
  const { data } = useQuery({
    queryKey,
    placeholderData: keepPreviousData,
    refetchInterval: () => {
      // Asked for before the list told anything.
      counted.current ||= news
      if (counted.current === news) return REFRESH_MS
      return Math.min(REFRESH_MS, Math.max(FOLLOW_MS, tookMs.current * REST))
    },
    queryFn: async () => {
      counted.current = news
      const began = performance.now()
      try {
        return await count()
      } finally {
        tookMs.current = performance.now() - began
      }
    },
  })
  return data
}
