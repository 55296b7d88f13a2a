import type { ListedTrace } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { readListParams } from './list/list-params.ts'
import { filterOf, toInput } from './list/list-search.ts'

/** The newest trace may get a newer one at any time. */
const REFRESH_MS = 10_000

type Neighbours = { newer: ListedTrace | undefined; older: ListedTrace | undefined }

/** What stands beside a trace in the list it was opened from, however far that has been read; without one, among all traces. */
export function useNeighbours(traceId: string, list: string | undefined): Neighbours {
  const neighbour = (place: { after: string } | { before: string }) => ({
    // The list as it is named, not its range's start, which moves on by itself.
    queryKey: [...api.traces.list.key({ type: 'query' }), 'beside', list ?? '', place],
    queryFn: async (): Promise<ListedTrace | null> => {
      const input = { ...toInput(filterOf(readListParams(list))), ...place, limit: 1 }
      return (await api.traces.list.call(input)).items[0] ?? null
    },
  })
  const newer = useQuery({
    ...neighbour({ after: traceId }),
    refetchInterval: ({ state }) => (state.data === null ? REFRESH_MS : false),
  })
  const older = useQuery(neighbour({ before: traceId }))
  return { newer: newer.data ?? undefined, older: older.data ?? undefined }
}
