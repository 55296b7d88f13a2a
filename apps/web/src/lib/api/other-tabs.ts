import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Shared by all tabs of a browser. */
export const CHANNEL = 'lathe out of date'

const channel = new BroadcastChannel(CHANNEL)

/**
 * Invalidates queries here and in other tabs after a change. Resolves when this tab has refetched.
 */
export function invalidateInAllTabs(queries: QueryClient, ...keys: QueryKey[]): Promise<unknown> {
  channel.postMessage(keys)
  return invalidate(queries, keys)
}

export function listenToOtherTabs(queries: QueryClient): void {
  // The cast holds: `outdate` of another tab sent it.
  channel.addEventListener(
    'message',
    ({ data }) => void invalidate(queries, data as readonly QueryKey[]),
  )
}

const invalidate = (queries: QueryClient, keys: readonly QueryKey[]) =>
  Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
