import type { ListedTrace, Trace } from '@lathe/contract'
import { writePlace } from '@lathe/traces'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { countTraces } from './list/count-traces.ts'
import { readListParams } from './list/list-params.ts'
import { filterOf, toInput } from './list/list-search.ts'

/** The newest trace may get a newer one at any time. */
const REFRESH_MS = 10_000

export type Side = 'newer' | 'older'

const sides = { newer: 'after', older: 'before' } as const

/** What stands beside a trace in the list it was opened from, however far that has been read; without one, among all traces. */
export function useNeighbours(trace: Trace, list: string | undefined) {
  const queries = useQueryClient()
  const beside = (side: Side) =>
    queryOptions({
      // The list as it is named, not its range's start, which moves on by itself.
      queryKey: [...api.traces.list.key({ type: 'query' }), 'beside', list ?? '', side, trace.id],
      queryFn: async ({ signal }): Promise<ListedTrace | null> => {
        let place: string | null = writePlace(trace)
        while (place !== null) {
          const asked = { ...inputOf(list), [sides[side]]: place, limit: 1 }
          const { items, next }: { items: ListedTrace[]; next: string | null } =
            await api.traces.list.call(asked, { signal })
          if (items[0]) return items[0]
          place = next
        }
        return null
      },
    })
  const newer = useQuery({
    ...beside('newer'),
    refetchInterval: ({ state }) => (state.data === null ? REFRESH_MS : false),
  })
  const older = useQuery(beside('older'))
  return {
    /** Null where there is none, undefined until that is known. */
    newer: newer.data,
    older: older.data,
    /** Also where the answer is still on its way. */
    find: (side: Side) => queries.ensureQueryData(beside(side)).catch(() => null),
  }
}

/** Which one of how many a trace is, counted from the newest; nothing where not all are counted. */
export function usePlaceInList({ id, startedAt }: Trace, list: string | undefined) {
  const { data } = useQuery({
    queryKey: [...api.traces.histogram.key(), 'place', list ?? '', id],
    queryFn: async ({ signal }) => {
      const input = inputOf(list)
      const [upToIt, all] = await Promise.all([
        countTraces({ ...input, from: Math.max(startedAt, input.from ?? 0) }, signal),
        countTraces(input, signal),
      ])
      return upToIt.isPartial || all.isPartial ? null : { at: upToIt.count, of: all.count }
    },
    placeholderData: keepPreviousData,
    // A place among all traces says nothing.
    enabled: list !== undefined,
  })
  return data
}

const inputOf = (list: string | undefined) => toInput(filterOf(readListParams(list)))
