import type { Example } from '@lathe/contract'
import { useState } from 'react'
import { type Place, rangeOf } from './places.ts'

/** `anew`: typing replaces the cell's text. */
export type Writing = 'anew' | 'on'

type Selection = {
  /** Id of the row, which may have moved since the selection. */
  id: string | undefined
  place: Place
  /** The opposite corner of the range. */
  anchor: Place
  writing?: Writing | undefined
}

/** Holds the active cell, the selected range and the editing state. */
export function useCells(rows: readonly Example[], columns: number, openId: string | undefined) {
  const [seen, setSeen] = useState(openId)
  const [selection, select] = useState<Selection>(() => at({ row: 0, column: 0 }, openId))
  // The side panel can open another example by itself; move the active cell with it.
  if (seen !== openId) {
    setSeen(openId)
    if (openId !== undefined && openId !== selection.id)
      select(at({ row: selection.place.row, column: selection.place.column }, openId))
  }
  const row = rowOf(rows, selection)
  // Clamp to the last column.
  const column = Math.min(selection.place.column, columns - 1)
  const active = { row, column }
  const hasMoved = row !== selection.place.row || column !== selection.place.column
  return {
    active,
    range: rangeOf(active, hasMoved ? active : selection.anchor),
    /** Stop editing if the edited row was removed. */
    writing: rows[row]?.id === selection.id ? selection.writing : undefined,
    go: (place: Place, isExtending = false) =>
      select({
        ...at(place, rows[place.row]?.id),
        ...(isExtending && { anchor: hasMoved ? active : selection.anchor }),
      }),
    write: (writing: Writing | undefined) => select({ ...at(active, rows[row]?.id), writing }),
  }
}

const at = (place: Place, id: string | undefined): Selection => ({ id, place, anchor: place })

/** Returns the current index of the selected row, or its old index if the row was removed. */
function rowOf(rows: readonly Example[], { id, place }: Selection): number {
  if (rows[place.row]?.id === id) return place.row
  const found = rows.findIndex((row) => row.id === id)
  return found >= 0 ? found : Math.max(0, Math.min(place.row, rows.length - 1))
}
