import { ORPCError } from '@orpc/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { announceArrival } from './arrivals.ts'

const RETRIES = 2

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onSettled: announceArrival }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
    },
  },
})

/** Retry only if the request did not reach the server or the server was busy. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ORPCError) || [429, 502, 503, 504].includes(error.status)
}

/** Refetch interval of visible lists, which other tabs and programs also change. */
export const LIST_REFRESH_MS = 10_000
