import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { pictureFiles } from '../../../../lib/values/pictures.ts'
import { copyTexts, tileTexts, pastedTexts, type Texts } from './clipboard.ts'
import { type CellPosition, nextPosition, type Range, type Size } from './cell-positions.ts'
import type { EditMode } from './use-cells.ts'

type Grid = {
  active: CellPosition
  range: Range
  size: Size
  isReadOnly: boolean
  /** Whether Escape closes the side panel. */
  isPaneOpen: boolean
  goTo: (position: CellPosition, isExtending?: boolean) => void
  startEditing: (mode: EditMode) => void
  /** Opens a row in the side panel. */
  open: (row: number) => void
  read: (range: Range) => Texts
  writeTexts: (texts: Texts, from: CellPosition) => void
  /** Pastes pictures into a column, one per row. */
  pasteImages: (pictures: readonly File[], from: CellPosition) => Promise<void>
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
    isPaneOpen,
    goTo,
    startEditing,
    open,
    read,
    writeTexts,
    pasteImages,
  } = grid
  const isDragging = useRef(false)
  const topLeft = { row: range.top, column: range.left }
  const isSingleCell = range.top === range.bottom && range.left === range.right
  const extent = { height: range.bottom - range.top + 1, width: range.right - range.left + 1 }
  const clear = () => writeTexts(tileTexts([['']], extent), topLeft)

  const handleKey = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const toEdge = ctrlKey || metaKey
    const next = nextPosition(key, active, size, toEdge)
    const column = active.column + (shiftKey ? -1 : 1)
    if (next) goTo(next, shiftKey)
    else if (toEdge) return false
    else if (key === 'Tab') {
      // Past the end of the row, let the focus leave the grid.
      if (column < 0 || column >= size.columns) return false
      goTo({ ...active, column })
    } else if (key === ' ') open(active.row)
    else if (key === 'Escape' && !isSingleCell) goTo(active)
    // Letters are page shortcuts again.
    else if (key === 'Escape' && !isPaneOpen) blurActive()
    else if (isReadOnly) {
      if (key !== 'Enter') return false
      open(active.row)
    } else if (key === 'Enter' || key === 'F2') startEditing('on')
    else if (key === 'Delete' || key === 'Backspace') clear()
    else return false
    return true
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isCell(event.target)) return
    if (handleKey(event)) event.preventDefault()
    else if (!isReadOnly && isLetter(event)) {
      // Mount and focus the field before the character arrives, so that input methods work.
      flushSync(() => startEditing('anew'))
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
      void pasteImages(pictures, topLeft)
      return
    }
    writeTexts(tileTexts(pastedTexts(event.clipboardData), extent), topLeft)
  }

  return {
    onKeyDown: handleKeyDown,
    onCopy: handleCopy,
    onCut: handleCopy,
    onPaste: handlePaste,
    onMouseDown: (event: MouseEvent) => {
      const position = findCell(event.target)
      isDragging.current = position !== undefined && event.button === 0
      if (!position || !isDragging.current) return
      // Finish editing the other cell before moving.
      if (document.activeElement instanceof HTMLTextAreaElement) blurActive()
      goTo(position, event.shiftKey)
    },
    onMouseOver: (event: MouseEvent) => {
      const position =
        event.buttons === 1 && isDragging.current ? findCell(event.target) : undefined
      if (position) goTo(position, true)
    },
    onDoubleClick: (event: MouseEvent) => {
      if (!isReadOnly && findCell(event.target)) startEditing('on')
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
function findCell(target: EventTarget): CellPosition | undefined {
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
