import { type ComparisonDetail, withChanges } from '@lathe/contract'
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'

export const wholeKey = (id: string) => api.comparisons.get.queryKey({ input: { id } })

/** Loads the comparison once and then only its changes. */
export const wholeQuery = (id: string) => ({
  queryKey: wholeKey(id),
  queryFn: async ({ client: queries, signal }: QueryFunctionContext): Promise<ComparisonDetail> => {
    const known = () => queries.getQueryData<ComparisonDetail>(wholeKey(id))
    const before = known()
    if (before?.cursor) {
      const changes = await client.comparisons.changes({ id, since: before.cursor }, { signal })
      const latest = known() ?? before
      // A local change in the meantime is newer.
      if (latest.cursor !== before.cursor) return latest
      if (changes.type === 'changed') return withChanges(latest, changes)
    }
    return client.comparisons.get({ id }, { signal })
  },
})

/** Reloads everything after an optimistic update failed: the change feed would not revert it. */
export function readAnew(queries: QueryClient, id: string): Promise<void> {
  const queryKey = wholeKey(id)
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
export async function beginComparison(queries: QueryClient, id: string): Promise<void> {
  if (queries.getQueryData(wholeKey(id))) return
  await queries.prefetchQuery(firstRowsQuery(id))
}
