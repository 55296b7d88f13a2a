import type { Run } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

const MOST = 100
const EVERY_MS = 5_000

/** Runs of all agents that wait for a person: nearest deadline first, then oldest. */
export function useWaiting() {
  return useQuery(
    api.runs.list.queryOptions({
      input: { status: ['interrupted'], limit: MOST },
      refetchInterval: EVERY_MS,
      select: ({ items, hasMore }) => ({ runs: items.toSorted(byUrgency), hasMore }),
    }),
  )
}

/** Microseconds since the epoch. Null without a deadline. */
export function deadlineOf({ interrupts }: Pick<Run, 'interrupts'>): number | null {
  const deadlines = interrupts.flatMap((one) => (one.kind === 'ask' ? (one.deadlineAt ?? []) : []))
  return deadlines.length > 0 ? Math.min(...deadlines) : null
}

const byUrgency = (a: Run, b: Run): number =>
  (deadlineOf(a) ?? Number.MAX_VALUE) - (deadlineOf(b) ?? Number.MAX_VALUE) ||
  a.createdAt - b.createdAt
