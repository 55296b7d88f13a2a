import type { ListedTrace } from '@lathe/contract'
import { readTraceCursor, writeTraceCursor } from '@lathe/traces'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { type ListFilter, toInput } from './list-search.ts'

const REFRESH_MS = 3_000
const MAX_ROWS = 200

/**
 * Refreshes running rows that new traces have pushed off the loaded pages. `paged` contains the
 * rows of the loaded pages.
 */
export function useRefreshedRows(
  rows: readonly ListedTrace[],
  pagedRows: readonly ListedTrace[],
  filter: ListFilter,
): readonly ListedTrace[] {
  const pagedIds = new Set(pagedRows.map(({ id }) => id))
  const isOpen = ({ id, endedAt }: ListedTrace) => endedAt === null && !pagedIds.has(id)
  const first = rows.find(isOpen)
  const { data } = useQuery({
    queryKey: [...api.traces.list.key(), 'behind', filter],
    enabled: first !== undefined,
    queryFn: async () => {
      if (!first) return null
      // One microsecond later, so that the page starts with this row.
      const before = writeTraceCursor({ ...first, startedAt: first.startedAt + 1 })
      const page = await api.traces.list.call({ ...toInput(filter), before, limit: MAX_ROWS })
      return { ...page, from: first.startedAt }
    },
    refetchInterval: REFRESH_MS,
  })
  if (!data || first === undefined) return rows
  const latest = new Map(data.items.map((trace) => [trace.id, trace]))
  const oldestStart =
    data.next === null ? Number.NEGATIVE_INFINITY : (readTraceCursor(data.next).startedAt ?? 0)
  const isExpected = (row: ListedTrace) => row.startedAt <= data.from && row.startedAt > oldestStart
  // A missing row no longer matches the filter.
  return rows.flatMap((row) =>
    isOpen(row) ? (latest.get(row.id) ?? (isExpected(row) ? [] : row)) : row,
  )
}
