export type CsvCell = string | number | null

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Includes full-width characters, which some spreadsheet locales treat as operators. */
const FORMULA_START = /^'*\s*[=+\-@\t\r＝＋－＠]/

/**
 * Removes the apostrophe that `csvCell` adds to text that looks like a formula. Other apostrophes
 * stay.
 */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell

/**
 * Formats a CSV cell. Prefixes text that looks like a formula with an apostrophe, because
 * spreadsheets would run it.
 */
export function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
