import type { Thread } from '@lathe/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api/api.ts'

const PAGE = 100
const REFRESH_MS = 10_000

export type ThreadQuery = { agent?: string | undefined; q?: string | undefined }

/** Pages of threads, most recently used first. */
export function useThreads({ agent, q }: ThreadQuery) {
  const pages = useInfiniteQuery(
    api.threads.list.infiniteOptions({
      input: (before: number | undefined) => ({ agent, q, before, limit: PAGE }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? last.items.at(-1)?.updatedAt : undefined),
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
  )
  const threads = useMemo<Thread[]>(
    () => pages.data?.pages.flatMap((page) => page.items) ?? [],
    [pages.data],
  )
  return { ...pages, threads }
}
