import type { Trace } from '@lathe/contract'
import { useState } from 'react'

type Placed = Pick<Trace, 'id' | 'startedAt'>

type Reading = {
  key: string
  isReading: boolean
  /** Whether the rows still belong to the previous key. */
  isPlaceholder: boolean
}

/** Holds new rows back while the user reads. Older pages are appended. */
export function useHeldRows<T extends Placed>(
  traces: readonly T[],
  { key, isReading, isPlaceholder }: Reading,
) {
  const [heldState, setHeld] = useState({ key, rows: traces })
  const isHolding =
    isReading && !isPlaceholder && heldState.key === key && heldState.rows.length > 0
  const rows = isHolding ? keep(heldState.rows, traces) : traces
  if (!isPlaceholder && (heldState.key !== key || !isSame(heldState.rows, rows)))
    setHeld({ key, rows })
  const shownIds = new Set(rows.map(({ id }) => id))
  const waiting = traces.filter(({ id }) => !shownIds.has(id)).length
  return {
    rows,
    waiting,
    /** Whether more rows arrived than the loaded pages hold. */
    isMoreWaiting: waiting > 0 && waiting === traces.length,
    release: () => {
      if (!isPlaceholder) setHeld({ key, rows: traces })
    },
  }
}

/**
 * The held rows with current data. Keeps rows that new ones have pushed off the loaded pages, drops
 * deleted ones.
 */
function keep<T extends Placed>(heldRows: readonly T[], traces: readonly T[]): T[] {
  const now = new Map(traces.map((trace) => [trace.id, trace]))
  const reach = startOfLast(traces) ?? Number.NEGATIVE_INFINITY
  const oldest = startOfLast(heldRows) ?? Number.POSITIVE_INFINITY
  const ids = new Set(heldRows.map(({ id }) => id))
  return [
    ...heldRows.flatMap((row) => now.get(row.id) ?? (row.startedAt < reach ? row : [])),
    ...traces.filter(({ id, startedAt }) => startedAt <= oldest && !ids.has(id)),
  ]
}

const startOfLast = (rows: readonly Placed[]) => rows.at(-1)?.startedAt

const isSame = <T>(before: readonly T[], now: readonly T[]) =>
  before.length === now.length && now.every((row, index) => row === before[index])
