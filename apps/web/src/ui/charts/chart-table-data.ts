type Raw = string | number | null

export type ChartTableRow = {
  key: string
  cells: string[]
  /** Unrounded cells for the CSV; null if unknown. */
  raw: Raw[]
}

export type ChartTableData = {
  columns: string[]
  /** Column titles for the CSV, with units. */
  rawColumns?: string[]
  rows: ChartTableRow[]
}

/** Prefixes cells that a spreadsheet would evaluate as formulas. */
function quote(cell: Raw): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const toCsv = ({ columns, rawColumns = columns, rows }: ChartTableData): string =>
  [rawColumns, ...rows.map((row) => row.raw)].map((row) => row.map(quote).join(',')).join('\r\n')
