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

/** An answer is an answer: only what did not reach the server, or found it busy, may go better next time. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ORPCError) || [429, 502, 503, 504].includes(error.status)
}
