import type { Example } from '@lathe/contract'
import { useState } from 'react'
import { type CellPosition, cellRange } from './cell-positions.ts'

/** `anew`: typing replaces the cell's text. */
export type EditMode = 'anew' | 'on'

type Selection = {
  /** Id of the row, which may have moved since the selection. */
  id: string | undefined
  position: CellPosition
  /** The opposite corner of the range. */
  anchor: CellPosition
  editMode?: EditMode | undefined
}

/** Holds the active cell, the selected range and the editing state. */
export function useCellSelection(
  rows: readonly Example[],
  columns: number,
  openId: string | undefined,
) {
  const [lastOpenId, setLastOpenId] = useState(openId)
  const [selection, select] = useState<Selection>(() => selectionAt({ row: 0, column: 0 }, openId))
  // The side panel can open another example by itself; move the active cell with it.
  if (lastOpenId !== openId) {
    setLastOpenId(openId)
    if (openId !== undefined && openId !== selection.id)
      select(
        selectionAt({ row: selection.position.row, column: selection.position.column }, openId),
      )
  }
  const row = findRow(rows, selection)
  // Clamp to the last column.
  const column = Math.min(selection.position.column, columns - 1)
  const active = { row, column }
  const hasMoved = row !== selection.position.row || column !== selection.position.column
  return {
    active,
    range: cellRange(active, hasMoved ? active : selection.anchor),
    /** Stop editing if the edited row was removed. */
    editMode: rows[row]?.id === selection.id ? selection.editMode : undefined,
    goTo: (position: CellPosition, isExtending = false) =>
      select({
        ...selectionAt(position, rows[position.row]?.id),
        ...(isExtending && { anchor: hasMoved ? active : selection.anchor }),
      }),
    setEditMode: (editMode: EditMode | undefined) =>
      select({ ...selectionAt(active, rows[row]?.id), editMode }),
  }
}

const selectionAt = (position: CellPosition, id: string | undefined): Selection => ({
  id,
  position,
  anchor: position,
})

/** Returns the current index of the selected row, or its old index if the row was removed. */
function findRow(rows: readonly Example[], { id, position }: Selection): number {
  if (rows[position.row]?.id === id) return position.row
  const rowIndex = rows.findIndex((row) => row.id === id)
  return rowIndex >= 0 ? rowIndex : Math.max(0, Math.min(position.row, rows.length - 1))
}
