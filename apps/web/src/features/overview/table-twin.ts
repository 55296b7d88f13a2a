export type TableTwin = {
  columns: string[]
  rows: { key: string; cells: string[] }[]
}

/** A cell that a spreadsheet would take for a formula is kept as text. */
function quote(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell)) ? `'${cell}` : cell
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const toCsv = ({ columns, rows }: TableTwin): string =>
  [columns, ...rows.map((row) => row.cells)].map((row) => row.map(quote).join(',')).join('\r\n')
