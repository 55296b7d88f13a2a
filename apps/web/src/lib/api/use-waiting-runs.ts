import type { Run } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

const LIMIT = 100
const REFETCH_MS = 5_000

/** Runs of all agents that wait for a person: nearest deadline first, then oldest. */
export function useWaitingRuns() {
  return useQuery(
    api.runs.list.queryOptions({
      input: { status: ['interrupted'], limit: LIMIT },
      refetchInterval: REFETCH_MS,
      select: ({ items, hasMore }) => ({ runs: items.toSorted(byUrgency), hasMore }),
    }),
  )
}

/** Microseconds since the epoch. Null without a deadline. */
export function findDeadline({ interrupts }: Pick<Run, 'interrupts'>): number | null {
  const deadlines = interrupts.flatMap((interrupt) =>
    interrupt.kind === 'ask' ? (interrupt.deadlineAt ?? []) : [],
  )
  return deadlines.length > 0 ? Math.min(...deadlines) : null
}

const byUrgency = (a: Run, b: Run): number =>
  (findDeadline(a) ?? Number.MAX_VALUE) - (findDeadline(b) ?? Number.MAX_VALUE) ||
  a.createdAt - b.createdAt
