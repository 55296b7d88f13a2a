import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { wholeKey } from './whole-query.ts'

/** As many rows as any screen shows at once. */
export const FIRST_CASES = 30

const KEPT_MS = 10_000

export const firstRowsQuery = (id: string) => ({
  ...api.comparisons.get.queryOptions({ input: { id, cases: FIRST_CASES } }),
  staleTime: Infinity,
  gcTime: KEPT_MS,
})

/** Asks for the first rows while the page's own code comes; the page asks for all of them, whose making would hold these up. */
export async function beginComparison(queries: QueryClient, id: string): Promise<void> {
  if (queries.getQueryData(wholeKey(id))) return
  await queries.prefetchQuery(firstRowsQuery(id))
}
