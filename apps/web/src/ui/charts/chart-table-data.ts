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

/** Unit of the numbers in a CSV export. */
export type CsvUnit = { name: string; convert: (value: number) => number }

export const milliseconds: CsvUnit = { name: 'ms', convert: (value) => value }
export const dollars: CsvUnit = { name: 'USD', convert: (nanos) => nanos / 1e9 }

export const csvTitle = (label: string, unit: CsvUnit | undefined): string =>
  unit ? `${label} ${unit.name}` : label

export const csvValue = (value: number | null, unit: CsvUnit | undefined): number | null =>
  value === null || !unit ? value : unit.convert(value)
