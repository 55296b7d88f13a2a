import { listLeaves, parseFilter } from '@lathe/traces'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { invalidateInAllTabs } from './other-tabs.ts'

const POLL_MS = 2_000

/** Queries that return filtered traces. */
const filteredQueries = [
  api.traces.list.key(),
  api.traces.facets.key(),
  api.traces.histogram.key(),
  api.traces.threads.key(),
  api.traces.differences.key(),
  api.alerts.preview.key(),
]

type FullTextIndex = Awaited<ReturnType<typeof api.traces.words.call>>

/**
 * Progress of the full-text index, for filters that search text. Refetches trace lists once the
 * index is complete.
 */
export function useFullTextIndex(filters: readonly string[]) {
  const queryClient = useQueryClient()
  const queryKey = api.traces.words.key()
  return useQuery<FullTextIndex>({
    queryKey,
    enabled: filters.some((filter) => searchesText(filter)),
    refetchInterval: ({ state: { data } }) => (data?.isWhole === false ? POLL_MS : false),
    queryFn: async ({ signal }) => {
      const index = await api.traces.words.call({}, { signal })
      const previous = queryClient.getQueryData<FullTextIndex>(queryKey)
      if (index.isWhole && previous?.isWhole === false)
        void invalidateInAllTabs(queryClient, ...filteredQueries)
      return index
    },
  }).data
}

const searchesText = (filter: string) =>
  listLeaves(parseFilter(filter).terms).some(({ type }) => type === 'search')
