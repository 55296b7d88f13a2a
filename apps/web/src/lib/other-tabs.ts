import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Tabs of one browser share it. */
export const CHANNEL = 'lathe out of date'

const channel = new BroadcastChannel(CHANNEL)

/** Here and in the other tabs what is shown is read anew: somebody changed it. Resolves once it is read here. */
export function outdate(queries: QueryClient, ...keys: QueryKey[]): Promise<unknown> {
  channel.postMessage(keys)
  return invalidate(queries, keys)
}

export function followOtherTabs(queries: QueryClient): void {
  // The cast holds: `outdate` of another tab sent it.
  channel.addEventListener(
    'message',
    ({ data }) => void invalidate(queries, data as readonly QueryKey[]),
  )
}

const invalidate = (queries: QueryClient, keys: readonly QueryKey[]) =>
  Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
