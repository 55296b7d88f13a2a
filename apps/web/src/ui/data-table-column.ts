import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: ReactNode
  /** A CSS width; columns without one share what is left. */
  width?: string
  /** Right-aligned, as numbers are. */
  isNumeric?: boolean
  /** Given up where the table is narrow, `first` before the others. */
  isSecondary?: boolean | 'first'
  cell: (row: Row) => ReactNode
}
