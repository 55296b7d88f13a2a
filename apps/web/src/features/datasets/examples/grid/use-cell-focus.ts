import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

type Cell = { rowId: string | undefined; column: number; isWriting: boolean }

/** Moves the focus with the active cell, but only while the focus is inside the grid. */
export function useCellFocus(
  gridRef: RefObject<HTMLElement | null>,
  { rowId, column, isWriting }: Cell,
) {
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    const row = gridRef.current?.querySelector(`tr[data-id="${rowId}"]`)
    const cell = row?.querySelector<HTMLElement>(`[data-column="${column}"]`)
    if (!hasFocus.current || !cell) return
    if (!isWriting) cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [gridRef, rowId, column, isWriting])
  return {
    take: () => {
      hasFocus.current = true
    },
    handlers: {
      onFocus: () => {
        hasFocus.current = true
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) hasFocus.current = false
      },
    },
  }
}
