import type { MouseEvent } from 'react'
import type { Column } from './data-table-column.ts'
import styles from './data-table.module.css'

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

export function DataRow<Row>(props: DataRowProps<Row>) {
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
