import { ORPCError } from '@orpc/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Programs judge what has ended. */
const REFRESH_MS = 1_500
const REFRESH_FAILED_MS = 30_000

/** What is said of a trace: of one that has ended this alone is asked for again, and tells whether it is still there. */
export const feedbackQuery = (id: string) => ({
  ...queryOptions(api.traces.feedback.queryOptions({ input: { id } })),
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? REFRESH_FAILED_MS : REFRESH_MS,
})

/** Somebody deleted it meanwhile. */
export const isGone = (error: Error | null): boolean =>
  error instanceof ORPCError && error.status === 404
