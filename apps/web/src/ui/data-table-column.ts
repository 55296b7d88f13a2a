import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: ReactNode
  /** A CSS width; columns without one share what is left. */
  width?: string
  /** Right-aligned, as numbers are. */
  isNumeric?: boolean
  cell: (row: Row) => ReactNode
}
