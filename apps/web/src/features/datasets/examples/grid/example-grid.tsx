import type { Example } from '@lathe/contract'
import { type FocusEvent, Fragment, type RefObject, useLayoutEffect, useRef } from 'react'
import { useHotkeys } from '../../../../lib/browser/hotkeys.ts'
import { RowSpacer } from '../../../../ui/table/row-spacer.tsx'
import { useVirtualRows } from '../../../../ui/table/use-virtual-rows.ts'
import type { Field } from '../fields.ts'
import type { CommitMove } from './cell-editor.tsx'
import styles from './example-grid.module.css'
import { ExampleRow } from './example-row.tsx'
import { newExample, useNewRows, withNew } from './new-rows.ts'
import { type CellPosition, neighbour } from './cell-positions.ts'
import { useCellEdits } from './use-cell-edits.ts'
import { useCellSelection } from './use-cells.ts'
import { useGridKeys } from './use-grid-keys.ts'

const ROW = 32
/** Minimum width of a field column, and the width of the fixed columns. */
const NARROW = 160
const SIDES = 68 + 140 + 56

type ExampleGridProps = {
  datasetId: string
  examples: readonly Example[]
  fields: readonly Field[]
  /** Split that new examples are added to. */
  split: string | undefined
  openId: string | undefined
  access: {
    /** Number of examples in the dataset, loaded or not. */
    total: number
    isReadOnly: boolean
    /** Whether the last example is loaded, so that rows can be added after it. */
    canAdd: boolean
    isStale: boolean
  }
  onOpen: (id: string) => void
  /** Called when the last rows scroll into view. */
  onEnd: () => void
}

/** Spreadsheet-like grid with virtual rows, roving focus and an empty last row. */
export function ExampleGrid(props: ExampleGridProps) {
  const { datasetId, examples, fields, split, openId, access, onOpen, onEnd } = props
  const { total, isReadOnly, canAdd, isStale } = access
  const newRows = useNewRows({ datasetId, split })
  const rows = canAdd ? withNew(examples, newRows) : examples
  const scrollRef = useRef<HTMLDivElement>(null)
  /** Column in which Tab started; Enter returns to it. */
  const pasteStartColumn = useRef<number>(undefined)
  const { active, range, editMode, goTo, setEditMode } = useCellSelection(
    rows,
    fields.length,
    openId,
  )
  const focus = useCellFocus(scrollRef, {
    rowId: rows[active.row]?.id,
    column: active.column,
    isWriting: editMode !== undefined,
  })
  const virtualizer = useVirtualRows({
    scrollRef,
    count: rows.length,
    rowHeight: ROW,
    activeIndex: active.row,
  })
  const items = virtualizer.getVirtualItems()
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const page = Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? 0) / ROW) - 2)
  const size = { rows: rows.length, columns: fields.length, page }
  const edits = useCellEdits({
    datasetId,
    rows,
    fields,
    isReadOnly,
    newRow: () => (canAdd ? newExample({ datasetId, split }) : undefined),
  })
  const move = (position: CellPosition, isExtending = false) => {
    pasteStartColumn.current = undefined
    goTo(position, isExtending)
    const id = examples[position.row]?.id
    if (openId !== undefined && id !== undefined) onOpen(id)
    if (position.row >= rows.length - 1) onEnd()
  }
  const handlers = useGridKeys({
    active,
    range,
    size,
    isReadOnly,
    isPaneOpen: openId !== undefined,
    goTo: move,
    startEditing: setEditMode,
    open: (row) => {
      const example = examples[row]
      if (example) onOpen(example.id)
    },
    read: edits.read,
    writeTexts: edits.writeTexts,
    pasteImages: edits.pasteImages,
  })
  const finishEdit = (direction: CommitMove) => {
    const example = rows[active.row]
    if (example) edits.save([example])
    setEditMode(undefined)
    if (direction === 'away') return
    focus.take()
    const from = pasteStartColumn.current ?? active.column
    if (direction === 'down') {
      const row = Math.min(active.row + 1, rows.length - 1)
      move({ row, column: row === active.row ? active.column : from })
    } else if (direction !== 'here') {
      move(neighbour(active, direction === 'left' ? -1 : 1, size) ?? active)
      pasteStartColumn.current = from
    }
  }
  const cancelEdit = () => {
    setEditMode(undefined)
    focus.take()
  }
  useHotkeys([
    {
      keys: 'arrowdown',
      label: 'Focus the cells',
      group: 'Dataset',
      hidden: true,
      run: () => scrollRef.current?.querySelector<HTMLElement>('[data-active]')?.focus(),
    },
  ])

  return (
    <div
      ref={scrollRef}
      className={styles.scroll}
      data-stale={isStale || undefined}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - 10 * ROW) onEnd()
      }}
    >
      <table
        role="grid"
        aria-label="Examples"
        aria-readonly={isReadOnly}
        aria-multiselectable
        aria-rowcount={1 + total + rows.length - examples.length}
        aria-colcount={fields.length + 2}
        className={styles.grid}
        style={{ minWidth: SIDES + (fields.length - 1) * NARROW }}
        {...handlers}
        {...focus.handlers}
      >
        <GridHead fields={fields} />
        <tbody>
          {items.map((item, rowOffset) => {
            const example = rows[item.index]
            const isInRange = item.index >= range.top && item.index <= range.bottom
            const isActive = item.index === active.row
            return (
              example && (
                <Fragment key={example.id}>
                  <RowSpacer height={item.start - (items[rowOffset - 1]?.end ?? 0)} />
                  <ExampleRow
                    example={example}
                    index={item.index}
                    fields={fields}
                    isReadOnly={isReadOnly}
                    isOpen={example.id === openId}
                    active={isActive ? active.column : undefined}
                    left={isInRange ? range.left : 0}
                    right={isInRange ? range.right : -1}
                    editing={
                      isActive && editMode
                        ? { mode: editMode, onCommit: finishEdit, onCancel: cancelEdit }
                        : undefined
                    }
                  />
                </Fragment>
              )
            )
          })}
          <RowSpacer height={below} />
        </tbody>
      </table>
    </div>
  )
}

function GridHead({ fields }: { fields: readonly Field[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" aria-colindex={1}>
          Row
        </th>
        {fields.map(({ id, label }, column) => (
          <th key={id} scope="col" data-field={id} aria-colindex={column + 2}>
            {label}
          </th>
        ))}
        <th scope="col" aria-colindex={fields.length + 2}>
          Since
        </th>
      </tr>
    </thead>
  )
}

type Cell = { rowId: string | undefined; column: number; isWriting: boolean }

/** Moves the focus with the active cell, but only while the focus is inside the grid. */
function useCellFocus(gridRef: RefObject<HTMLElement | null>, { rowId, column, isWriting }: Cell) {
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
