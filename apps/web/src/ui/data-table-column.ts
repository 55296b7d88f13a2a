import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: ReactNode
  /** A CSS width; columns without one share what is left. */
  width?: string
  /** Right-aligned, as numbers are. */
  isNumeric?: boolean
  /** Given up where the table is narrow, `first` and then `second` before the others. */
  isSecondary?: boolean | 'first' | 'second'
  cell: (row: Row) => ReactNode
}
