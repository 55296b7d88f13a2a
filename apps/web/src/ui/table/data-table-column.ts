import type { ReactNode } from 'react'

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
