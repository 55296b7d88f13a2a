import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export type ExampleQuery = {
  dataset: string
  version?: number | undefined
  split?: string | undefined
  q?: string | undefined
}

const PAGE = 200

export function useExamples({ dataset, version, split, q }: ExampleQuery) {
  const query = useInfiniteQuery(
    api.datasets.examples.infiniteOptions({
      input: (offset: number) => ({
        dataset,
        offset,
        limit: PAGE,
        ...(version !== undefined && { version }),
        ...(split !== undefined && { split }),
        ...(q !== undefined && q !== '' && { q }),
      }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => {
        const seen = pages.reduce((sum, { items }) => sum + items.length, 0)
        return seen < last.total ? seen : undefined
      },
      placeholderData: keepPreviousData,
    }),
  )
  const pages = query.data?.pages ?? []
  return {
    ...query,
    examples: pages.flatMap(({ items }) => items),
    total: pages[0]?.total ?? 0,
  }
}
