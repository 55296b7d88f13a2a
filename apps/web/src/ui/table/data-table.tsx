import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import styles from './data-table.module.css'
import { RowSpacer } from './row-spacer.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'

export type Column<Row> = {
  id: string
  header: ReactNode
  /** CSS width. Columns without one share the remaining space. */
  width?: string
  isNumeric?: boolean
  /** Hidden in narrow tables; `first` is hidden before `second`, and both before `true`. */
  isSecondary?: boolean | 'first' | 'second'
  cell: (row: Row) => ReactNode
}

type DataTableProps<Row> = {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Row shown in the detail pane next to the table. */
  selectedId?: string | undefined
  /** Called on Enter or click. */
  onOpen?: (row: Row) => void
  /** Called on Space. */
  onPreview?: (row: Row) => void
  /** Called when the keyboard moves focus to another row. */
  onMove?: (row: Row) => void
  options?: DataTableOptions<Row>
}

export type DataTableOptions<Row> = {
  rowHeight?: number
  /** Scrolls horizontally below this width. */
  minWidth?: number | undefined
  /** Whether a row is checked for a bulk action. */
  isChecked?: (row: Row) => boolean
  /** Called when Shift with a movement key extends the selection. */
  onExtend?: (from: Row, to: Row) => void
  /** Colour of the bar at the row's left edge. */
  tone?: (row: Row) => 'error' | 'interrupted' | undefined
  /** Shown below the header when there are no rows. */
  empty?: ReactNode
  /** Dims the rows while newer data is loading. */
  isStale?: boolean
  /** Called when the first row enters or leaves the viewport. */
  onTopChange?: (isAtTop: boolean) => void
  /** Scrolls to the first row when this value changes. */
  scrollToTopKey?: number
  /** Row that has focus initially, such as the last one visited. */
  initialId?: string | undefined
  /** Called when the last rows enter the viewport. */
  onEnd?: () => void
}

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Virtualized table with a roving focus: arrows or j and k move, Home and End jump, Enter opens,
 * Space peeks. Fills its parent's height.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, selectedId, onOpen, onPreview, onMove, options = {} } = props
  const {
    rowHeight = 32,
    minWidth,
    empty,
    isStale = false,
    tone,
    isChecked,
    onExtend,
    onEnd,
    onTopChange,
    scrollToTopKey,
    initialId,
  } = options
  const scrollRef = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState({ id: selectedId ?? initialId, seen: selectedId })
  // The selection can change from outside; focus follows it.
  if (active.seen !== selectedId) setActive({ id: selectedId ?? active.id, seen: selectedId })
  const setActiveId = (id: string) => setActive((old) => ({ ...old, id }))
  const activeRowIndex = rows.findIndex((row) => rowId(row) === (active.id ?? selectedId))
  const activeIndex = Math.max(0, activeRowIndex)
  const virtualizer = useVirtualRows({ scrollRef, count: rows.length, rowHeight, activeIndex })
  const items = virtualizer.getVirtualItems()
  const heightBelow = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)

  useEffect(() => {
    if (scrollToTopKey !== undefined && scrollRef.current) scrollRef.current.scrollTop = 0
  }, [scrollToTopKey])

  const start = useEffectEvent(() => {
    if (initialId === undefined || activeRowIndex < 0) return
    virtualizer.scrollToIndex(activeRowIndex, { align: 'center' })
    requestAnimationFrame(() => {
      const row = scrollRef.current?.querySelector<HTMLElement>(`[data-index="${activeRowIndex}"]`)
      if (document.activeElement === document.body) row?.focus({ preventScroll: true })
    })
  })
  useEffect(() => start(), [])

  const focusRow = (index: number) => {
    const row = rows[index]
    if (!row) return
    setActiveId(rowId(row))
    onMove?.(row)
    virtualizer.scrollToIndex(index)
    if (index >= rows.length - 1) onEnd?.()
    const before = document.activeElement
    requestAnimationFrame(() => {
      const focused = document.activeElement
      // A key pressed in the meantime may have opened a field, which keeps the focus.
      const isMoved = focused !== before && focused !== document.body
      if (isMoved && !(focused instanceof HTMLTableRowElement)) return
      scrollRef.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus()
    })
  }

  // If the table has focus, move it to the newly selected row.
  useEffect(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLTableRowElement) || !scrollRef.current?.contains(focused)) return
    scrollRef.current.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`)?.focus()
  }, [activeIndex])

  const step = activeRowIndex < 0 ? 0 : 1
  const extend = (direction: 1 | -1) => {
    const index = Math.min(Math.max(activeIndex + direction * step, 0), rows.length - 1)
    const [from, to] = [rows[activeIndex], rows[index]]
    if (from && to) onExtend?.(from, to)
    focusRow(index)
  }

  const press = (key: string): boolean => {
    const row = rows[activeIndex]
    if (key === 'ArrowDown' || key === 'j') focusRow(Math.min(activeIndex + step, rows.length - 1))
    else if (key === 'ArrowUp' || key === 'k') focusRow(Math.max(activeIndex - step, 0))
    else if (key === 'Home') focusRow(0)
    else if (key === 'End') focusRow(rows.length - 1)
    else if (key === 'Enter' && row && onOpen) onOpen(row)
    else if (key === ' ' && row && onPreview) onPreview(row)
    else return false
    return true
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    const isOnRow = event.target instanceof HTMLTableRowElement
    if (!isOnRow || event.ctrlKey || event.metaKey || event.altKey) return
    const direction = STEPS[event.key]
    if (event.shiftKey && onExtend && direction) extend(direction)
    else if (!press(event.key)) return
    event.preventDefault()
  }

  useHotkeys([
    { keys: 'j', label: 'Next row', group: 'Rows', hidden: true, run: () => press('j') },
    { keys: 'k', label: 'Previous row', group: 'Rows', hidden: true, run: () => press('k') },
    ...(onExtend
      ? [
          {
            keys: 'shift+j',
            label: 'Extend selection down',
            group: 'Rows',
            hidden: true,
            run: () => extend(1),
          },
          {
            keys: 'shift+k',
            label: 'Extend selection up',
            group: 'Rows',
            hidden: true,
            run: () => extend(-1),
          },
        ]
      : []),
  ])

  return (
    <div
      ref={scrollRef}
      className={styles.scroll}
      data-stale={isStale || undefined}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        onTopChange?.(scrollTop < rowHeight)
        if (scrollTop + clientHeight > scrollHeight - 10 * rowHeight) onEnd?.()
      }}
    >
      <table
        className={styles.table}
        style={{ minWidth }}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                data-numeric={column.isNumeric || undefined}
                data-secondary={column.isSecondary || undefined}
                style={{ width: column.width }}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={handleKeyDown}>
          {items.map((item, position) => {
            const row = rows[item.index]
            return (
              row && (
                <Fragment key={rowId(row)}>
                  <RowSpacer height={item.start - (items[position - 1]?.end ?? 0)} />
                  <DataRow
                    row={row}
                    columns={columns}
                    index={item.index}
                    height={rowHeight}
                    tone={tone?.(row)}
                    isSelected={rowId(row) === selectedId}
                    isChecked={isChecked?.(row) ?? false}
                    isFocusable={item.index === activeIndex}
                    onOpen={onOpen}
                    onFocus={() => setActiveId(rowId(row))}
                  />
                </Fragment>
              )
            )
          })}
          <RowSpacer height={heightBelow} />
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </div>
  )
}

type DataRowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  index: number
  height: number
  tone: 'error' | 'interrupted' | undefined
  isSelected: boolean
  isChecked: boolean
  isFocusable: boolean
  onOpen: ((row: Row) => void) | undefined
  onFocus: () => void
}

function DataRow<Row>(props: DataRowProps<Row>) {
  const { row, columns, index, height, tone, isSelected, isChecked, isFocusable, onOpen, onFocus } =
    props

  const handleClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, label')) return
    // Selecting text by dragging must not open the row.
    if (getSelection()?.isCollapsed === false) return
    onOpen?.(row)
  }

  return (
    <tr
      className={styles.row}
      style={{ height }}
      tabIndex={isFocusable ? 0 : -1}
      data-index={index}
      data-tone={tone}
      data-chosen={isChecked || undefined}
      data-opens={onOpen ? true : undefined}
      aria-rowindex={index + 2}
      aria-current={isSelected || undefined}
      onClick={handleClick}
      onFocus={onFocus}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          data-numeric={column.isNumeric || undefined}
          data-secondary={column.isSecondary || undefined}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
