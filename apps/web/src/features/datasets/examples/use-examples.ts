import type { Example } from '@lathe/contract'
import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'

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
        const loadedCount = pages.reduce((total, { items }) => total + items.length, 0)
        return loadedCount < last.total ? loadedCount : undefined
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

/**
 * Returns the example in the address, from the list or fetched by itself. The last known version
 * stays until the server answers, because it may be being edited.
 */
export function useChosenExample(
  { dataset, version }: Pick<ExampleQuery, 'dataset' | 'version'>,
  id: string | undefined,
  { examples, isSettled }: { examples: readonly Example[]; isSettled: boolean },
): { selectedExample: Example | undefined; isLoading: boolean; error: Error | null } {
  const listed = examples.find((example) => example.id === id)
  const isQueried = id !== undefined && listed === undefined && isSettled
  const { data, isFetching, error } = useQuery(
    api.datasets.examples.queryOptions({
      input: isQueried
        ? { dataset, id, limit: 1, ...(version !== undefined && { version }) }
        : skipToken,
    }),
  )
  const foundExample = listed ?? data?.items.find((example) => example.id === id)
  const [last, setLast] = useState<{ example: Example; version: number | undefined }>()
  if (foundExample && (last?.example !== foundExample || last.version !== version))
    setLast({ example: foundExample, version })
  const isSameExample =
    last?.version === version && last?.example.id === id && last?.example.datasetId === dataset
  const isUnknown = !isSettled || isFetching || error !== null
  const selectedExample = foundExample ?? (isSameExample && isUnknown ? last?.example : undefined)
  return {
    selectedExample,
    isLoading: selectedExample === undefined && (!isSettled || isFetching),
    error,
  }
}
