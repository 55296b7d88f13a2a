import type { Example } from '@lathe/contract'
import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
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

/** The example of the address: of those that are listed, or asked for by itself where it stands further on. */
export function useChosenExample(
  { dataset, version }: Pick<ExampleQuery, 'dataset' | 'version'>,
  id: string | undefined,
  { examples, isSettled }: { examples: readonly Example[]; isSettled: boolean },
): { chosen: Example | undefined; isAwaited: boolean } {
  const listed = examples.find((example) => example.id === id)
  const isAsked = id !== undefined && listed === undefined && isSettled
  const { data, isFetching } = useQuery(
    api.datasets.examples.queryOptions({
      input: isAsked
        ? { dataset, id, limit: 1, ...(version !== undefined && { version }) }
        : skipToken,
    }),
  )
  const chosen = listed ?? data?.items.find((example) => example.id === id)
  return { chosen, isAwaited: chosen === undefined && (!isSettled || isFetching) }
}
