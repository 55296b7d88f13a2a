import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { pictureFiles } from '../../../../lib/values/pictures.ts'
import { copyTexts, laidOut, pastedTexts, type Texts } from './clipboard.ts'
import { type Place, placeAfter, type Range, type Size } from './places.ts'
import type { Writing } from './use-cells.ts'

type Grid = {
  active: Place
  range: Range
  size: Size
  isReadOnly: boolean
  /** Whether Escape closes the side panel. */
  isBesideOpen: boolean
  go: (place: Place, isExtending?: boolean) => void
  startWriting: (how: Writing) => void
  /** Opens a row in the side panel. */
  open: (row: number) => void
  read: (range: Range) => Texts
  write: (texts: Texts, from: Place) => void
  /** Pastes pictures into a column, one per row. */
  paste: (pictures: readonly File[], from: Place) => Promise<void>
}

/**
 * Handles keys, pointer and clipboard for the cells of a grid. Events inside a text field are
 * ignored.
 */
export function useGridKeys(grid: Grid) {
  const {
    active,
    range,
    size,
    isReadOnly,
    isBesideOpen,
    go,
    startWriting,
    open,
    read,
    write,
    paste,
  } = grid
  const isDragging = useRef(false)
  const topLeft = { row: range.top, column: range.left }
  const isOne = range.top === range.bottom && range.left === range.right
  const extent = { height: range.bottom - range.top + 1, width: range.right - range.left + 1 }
  const clear = () => write(laidOut([['']], extent), topLeft)

  const press = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const isFar = ctrlKey || metaKey
    const next = placeAfter(key, active, size, isFar)
    const column = active.column + (shiftKey ? -1 : 1)
    if (next) go(next, shiftKey)
    else if (isFar) return false
    else if (key === 'Tab') {
      // Past the end of the row, let the focus leave the grid.
      if (column < 0 || column >= size.columns) return false
      go({ ...active, column })
    } else if (key === ' ') open(active.row)
    else if (key === 'Escape' && !isOne) go(active)
    // Letters are page shortcuts again.
    else if (key === 'Escape' && !isBesideOpen) blurActive()
    else if (isReadOnly) {
      if (key !== 'Enter') return false
      open(active.row)
    } else if (key === 'Enter' || key === 'F2') startWriting('on')
    else if (key === 'Delete' || key === 'Backspace') clear()
    else return false
    return true
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isCell(event.target)) return
    if (press(event)) event.preventDefault()
    else if (!isReadOnly && isLetter(event)) {
      // Mount and focus the field before the character arrives, so that input methods work.
      flushSync(() => startWriting('anew'))
    } else return
    event.stopPropagation()
  }

  const handleCopy = (event: ClipboardEvent) => {
    if (!isCell(event.target)) return
    event.preventDefault()
    copyTexts(event.clipboardData, read(range))
    if (event.type === 'cut' && !isReadOnly) clear()
  }

  const handlePaste = (event: ClipboardEvent) => {
    if (!isCell(event.target) || isReadOnly) return
    event.preventDefault()
    const pictures = pictureFiles(event.clipboardData)
    if (pictures.length > 0) {
      void paste(pictures, topLeft)
      return
    }
    write(laidOut(pastedTexts(event.clipboardData), extent), topLeft)
  }

  return {
    onKeyDown: handleKeyDown,
    onCopy: handleCopy,
    onCut: handleCopy,
    onPaste: handlePaste,
    onMouseDown: (event: MouseEvent) => {
      const place = placeOf(event.target)
      isDragging.current = place !== undefined && event.button === 0
      if (!place || !isDragging.current) return
      // Finish editing the other cell before moving.
      if (document.activeElement instanceof HTMLTextAreaElement) blurActive()
      go(place, event.shiftKey)
    },
    onMouseOver: (event: MouseEvent) => {
      const place = event.buttons === 1 && isDragging.current ? placeOf(event.target) : undefined
      if (place) go(place, true)
    },
    onDoubleClick: (event: MouseEvent) => {
      if (!isReadOnly && placeOf(event.target)) startWriting('on')
    },
    onClick: ({ target }: MouseEvent) => {
      const row = target instanceof Element && target.closest('[data-opens]')?.closest('tr')
      if (row) open(Number(row.dataset['index']))
    },
  }
}

const blurActive = () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

const isCell = (target: EventTarget) =>
  target instanceof HTMLElement && target.dataset['column'] !== undefined

/** Returns the cell of an event target, unless the target is in the text field of a cell. */
function placeOf(target: EventTarget): Place | undefined {
  if (!(target instanceof Element) || target.closest('textarea')) return undefined
  const cell = target.closest<HTMLElement>('[data-column]')
  const row = cell?.closest('tr')
  if (!cell || !row) return undefined
  return { row: Number(row.dataset['index']), column: Number(cell.dataset['column']) }
}

const isLetter = ({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent) => {
  const isComposed = key === 'Process' || key === 'Dead' || key === 'Unidentified'
  const isCommand = ctrlKey || metaKey || (altKey && !nativeEvent.getModifierState('AltGraph'))
  return (
    (key.length === 1 || isComposed) && (!isCommand || nativeEvent.getModifierState('AltGraph'))
  )
}
