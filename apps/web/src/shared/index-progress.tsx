import { Progress } from '@mantine/core'
import { formatPercent } from '../lib/format/format.ts'
import styles from './index-progress.module.css'
import { listLeaves, parseFilter } from '@lathe/traces'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../lib/api/api.ts'
import { invalidateInAllTabs } from '../lib/api/other-tabs.ts'

type IndexProgressProps = {
  filters: readonly string[]
  /** Whether to add the page's horizontal padding. */
  isInset?: boolean
}

/** Warns, under a text filter, that the search index is incomplete. */
export function IndexProgress({ filters, isInset = true }: IndexProgressProps) {
  const words = useFullTextIndex(filters)
  if (!words || words.isComplete) return null
  const share = 1 - words.waiting / words.total
  return (
    <div className={styles.root} data-inset={isInset || undefined}>
      <p role="status">The search index is being rebuilt: some traces are not found yet</p>
      <Progress size="xs" w={96} value={Math.round(share * 100)} aria-label="Indexed traces" />
      <span>{formatPercent(share)}</span>
    </div>
  )
}

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

type FullTextIndex = Awaited<ReturnType<typeof api.traces.searchIndex.call>>

/**
 * Progress of the full-text index, for filters that search text. Refetches trace lists once the
 * index is complete.
 */
function useFullTextIndex(filters: readonly string[]) {
  const queryClient = useQueryClient()
  const queryKey = api.traces.searchIndex.key()
  return useQuery<FullTextIndex>({
    queryKey,
    enabled: filters.some((filter) => searchesText(filter)),
    refetchInterval: ({ state: { data } }) => (data?.isComplete === false ? POLL_MS : false),
    queryFn: async ({ signal }) => {
      const index = await api.traces.searchIndex.call({}, { signal })
      const previous = queryClient.getQueryData<FullTextIndex>(queryKey)
      if (index.isComplete && previous?.isComplete === false)
        void invalidateInAllTabs(queryClient, ...filteredQueries)
      return index
    },
  }).data
}

const searchesText = (filter: string) =>
  listLeaves(parseFilter(filter).terms).some(({ type }) => type === 'search')
