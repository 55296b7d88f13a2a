import type { MemoryItem } from '@lathe/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api/api.ts'
import { itemKey } from './item-key.ts'

const PAGE = 200

type MemoryQuery = { prefix: string[]; q: string }

/** Pages of what is remembered, last written first. */
export function useMemoryItems({ prefix, q }: MemoryQuery) {
  const pages = useInfiniteQuery(
    api.memory.items.infiniteOptions({
      input: (offset: number) => ({ prefix, q, offset, limit: PAGE }),
      initialPageParam: 0,
      getNextPageParam: (last, all) => (last.hasMore ? all.length * PAGE : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const items = useMemo<MemoryItem[] | undefined>(
    // An item rewritten between two page loads appears on both pages, so remove duplicates.
    () => {
      const all = pages.data?.pages.flatMap((page) => page.items)
      return all && [...new Map(all.map((item) => [itemKey(item), item])).values()]
    },
    [pages.data],
  )
  return { ...pages, items }
}
