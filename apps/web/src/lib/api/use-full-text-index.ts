import { listLeaves, parseFilter } from '@lathe/traces'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { outdate } from './other-tabs.ts'

const LOOK_MS = 2_000

/** Queries that return filtered traces. */
const shown = [
  api.traces.list.key(),
  api.traces.facets.key(),
  api.traces.histogram.key(),
  api.traces.threads.key(),
  api.traces.differences.key(),
  api.alerts.preview.key(),
]

type Words = Awaited<ReturnType<typeof api.traces.words.call>>

/**
 * Progress of the full-text index, for filters that search text. Refetches trace lists once the
 * index is complete.
 */
export function useWords(filters: readonly string[]) {
  const queryClient = useQueryClient()
  const queryKey = api.traces.words.key()
  return useQuery<Words>({
    queryKey,
    enabled: filters.some((filter) => hasWords(filter)),
    refetchInterval: ({ state: { data } }) => (data?.isWhole === false ? LOOK_MS : false),
    queryFn: async ({ signal }) => {
      const words = await api.traces.words.call({}, { signal })
      const before = queryClient.getQueryData<Words>(queryKey)
      if (words.isWhole && before?.isWhole === false) void outdate(queryClient, ...shown)
      return words
    },
  }).data
}

const hasWords = (filter: string) =>
  listLeaves(parseFilter(filter).terms).some(({ type }) => type === 'search')
