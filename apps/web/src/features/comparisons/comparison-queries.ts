import { type ComparisonDetail, applyChanges } from '@lathe/contract'
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'

export const comparisonKey = (id: string) => api.comparisons.get.queryKey({ input: { id } })

/** Loads the comparison once and then only its changes. */
export const comparisonQuery = (id: string) => ({
  queryKey: comparisonKey(id),
  queryFn: async ({ client: queries, signal }: QueryFunctionContext): Promise<ComparisonDetail> => {
    const getCached = () => queries.getQueryData<ComparisonDetail>(comparisonKey(id))
    const before = getCached()
    if (before?.cursor) {
      const changes = await client.comparisons.changes({ id, since: before.cursor }, { signal })
      const latest = getCached() ?? before
      // A local change in the meantime is newer.
      if (latest.cursor !== before.cursor) return latest
      if (changes.type === 'changed') return applyChanges(latest, changes)
    }
    return client.comparisons.get({ id }, { signal })
  },
})

/** Reloads everything after an optimistic update failed: the change feed would not revert it. */
export function reloadComparison(queries: QueryClient, id: string): Promise<void> {
  const queryKey = comparisonKey(id)
  queries.setQueryData(
    queryKey,
    (before: ComparisonDetail | undefined) => before && { ...before, cursor: '' },
  )
  return queries.invalidateQueries({ queryKey })
}

/** Covers the rows of any screen. */
export const FIRST_CASES = 30

const KEPT_MS = 10_000

export const firstRowsQuery = (id: string) => ({
  ...api.comparisons.get.queryOptions({ input: { id, cases: FIRST_CASES } }),
  staleTime: Infinity,
  gcTime: KEPT_MS,
})

/** Prefetches the first rows while the page's code loads. Computing all rows would delay them. */
export async function prefetchComparison(queries: QueryClient, id: string): Promise<void> {
  if (queries.getQueryData(comparisonKey(id))) return
  await queries.prefetchQuery(firstRowsQuery(id))
}
