import type { TraceThread } from '@lathe/contract'
import { parseFilter } from '@lathe/traces'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'

const PAGE = 50
const REFRESH_MS = 10_000

/** Pages of threads that have a trace the filter lets pass, the one that went on last first. */
export function useTraceThreads(filter: string) {
  const pages = useInfiniteQuery(
    api.traces.threads.infiniteOptions({
      input: (before: string | undefined) => ({
        ...(filter !== '' && { filter }),
        before,
        limit: PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
      enabled: parseFilter(filter).problems.length === 0,
    }),
  )
  const threads = useMemo(() => onceEach(pages.data?.pages.flatMap(({ items }) => items)), [pages])
  return { ...pages, threads }
}

export const keyOf = ({ projectId, threadId }: Pick<TraceThread, 'projectId' | 'threadId'>) =>
  JSON.stringify([projectId, threadId])

/** One that went on while a page was loaded may stand on two. */
const onceEach = (threads: readonly TraceThread[] = []): TraceThread[] =>
  [...new Map(threads.toReversed().map((thread) => [keyOf(thread), thread])).values()].toReversed()
