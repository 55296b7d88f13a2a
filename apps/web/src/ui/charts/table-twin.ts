type Raw = string | number | null

export type TwinRow = {
  key: string
  cells: string[]
  /** As the CSV has them: not rounded, nothing where nothing is known. */
  raw: Raw[]
}

export type TableTwin = {
  columns: string[]
  /** As the CSV has them: with the units its numbers are in. */
  rawColumns?: string[]
  rows: TwinRow[]
}

/** A cell that a spreadsheet would take for a formula is kept as text. */
function quote(cell: Raw): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const toCsv = ({ columns, rawColumns = columns, rows }: TableTwin): string =>
  [rawColumns, ...rows.map((row) => row.raw)].map((row) => row.map(quote).join(',')).join('\r\n')
