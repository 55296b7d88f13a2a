import type { Example } from '@lathe/contract'
import { useState } from 'react'
import { type Place, rangeOf } from './places.ts'

/** `anew`: what is typed takes the place of what stood there. */
export type Writing = 'anew' | 'on'

type Selection = {
  /** Of the row; it may have moved since. */
  id: string | undefined
  place: Place
  /** The other end of the range. */
  anchor: Place
  writing?: Writing | undefined
}

/** Which cell has the keys, which are selected with it, and whether it is written in. */
export function useCells(rows: readonly Example[], columns: number, openId: string | undefined) {
  const [seen, setSeen] = useState(openId)
  const [selection, select] = useState<Selection>(() => at({ row: 0, column: 0 }, openId))
  // What is open beside the grid can change without it: the keys go along.
  if (seen !== openId) {
    setSeen(openId)
    if (openId !== undefined && openId !== selection.id)
      select(at({ row: selection.place.row, column: selection.place.column }, openId))
  }
  const row = rowOf(rows, selection)
  // Of columns that were taken away the last that is there.
  const column = Math.min(selection.place.column, columns - 1)
  const active = { row, column }
  const hasMoved = row !== selection.place.row || column !== selection.place.column
  return {
    active,
    range: rangeOf(active, hasMoved ? active : selection.anchor),
    /** Nothing where the row that was written in is gone. */
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

/** Where the row is by now, or what is in its place. */
function rowOf(rows: readonly Example[], { id, place }: Selection): number {
  if (rows[place.row]?.id === id) return place.row
  const found = rows.findIndex((row) => row.id === id)
  return found >= 0 ? found : Math.max(0, Math.min(place.row, rows.length - 1))
}
