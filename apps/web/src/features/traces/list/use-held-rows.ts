import type { Trace } from '@lathe/contract'
import { useState } from 'react'

type TimedRow = Pick<Trace, 'id' | 'startedAt'>

type Reading = {
  key: string
  isPaused: boolean
  /** Whether the rows still belong to the previous key. */
  isPlaceholder: boolean
}

/** Holds new rows back while the user reads. Older pages are appended. */
export function useHeldRows<T extends TimedRow>(
  traces: readonly T[],
  { key, isPaused, isPlaceholder }: Reading,
) {
  const [heldState, setHeld] = useState({ key, rows: traces })
  const isHeld = isPaused && !isPlaceholder && heldState.key === key && heldState.rows.length > 0
  const rows = isHeld ? updateHeld(heldState.rows, traces) : traces
  if (!isPlaceholder && (heldState.key !== key || !hasSameRows(heldState.rows, rows)))
    setHeld({ key, rows })
  const visibleIds = new Set(rows.map(({ id }) => id))
  const pendingCount = traces.filter(({ id }) => !visibleIds.has(id)).length
  return {
    rows,
    pendingCount,
    /** Whether more rows arrived than the loaded pages hold. */
    hasMorePending: pendingCount > 0 && pendingCount === traces.length,
    release: () => {
      if (!isPlaceholder) setHeld({ key, rows: traces })
    },
  }
}

/**
 * The held rows with current data. Keeps rows that new ones have pushed off the loaded pages, drops
 * deleted ones.
 */
function updateHeld<T extends TimedRow>(heldRows: readonly T[], traces: readonly T[]): T[] {
  const latest = new Map(traces.map((trace) => [trace.id, trace]))
  const oldestStart = lastStart(traces) ?? Number.NEGATIVE_INFINITY
  const oldest = lastStart(heldRows) ?? Number.POSITIVE_INFINITY
  const ids = new Set(heldRows.map(({ id }) => id))
  return [
    ...heldRows.flatMap((row) => latest.get(row.id) ?? (row.startedAt < oldestStart ? row : [])),
    ...traces.filter(({ id, startedAt }) => startedAt <= oldest && !ids.has(id)),
  ]
}

const lastStart = (rows: readonly TimedRow[]) => rows.at(-1)?.startedAt

const hasSameRows = <T>(before: readonly T[], latest: readonly T[]) =>
  before.length === latest.length && latest.every((row, index) => row === before[index])
