import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** As many rows as any screen shows at once. */
export const FIRST_CASES = 30

const KEPT_MS = 10_000

export const firstRowsQuery = (id: string) => ({
  ...api.comparisons.get.queryOptions({ input: { id, cases: FIRST_CASES } }),
  staleTime: Infinity,
  gcTime: KEPT_MS,
})

export const wholeKey = (id: string) => api.comparisons.get.queryKey({ input: { id } })

/** Asks while the page's own code comes: for the first rows, then, once it is opened, for all of them. */
export async function beginComparison(
  queries: QueryClient,
  id: string,
  cause: 'preload' | 'enter',
): Promise<void> {
  if (queries.getQueryData(wholeKey(id))) return
  const first = firstRowsQuery(id)
  await queries.prefetchQuery(first)
  if (cause === 'preload' || !queries.getQueryData(first.queryKey)) return
  await queries.prefetchQuery(api.comparisons.get.queryOptions({ input: { id } }))
}
