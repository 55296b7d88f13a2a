export type CsvCell = string | number | null

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Of full width too, which spreadsheets of some languages take for the same sign. */
const LIKE_A_FORMULA = /^'*\s*[=+\-@\t\r＝＋－＠]/

/** Takes away what `csvCell` put before a text that begins like a formula; one of its own stays. */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && LIKE_A_FORMULA.test(cell) ? cell.slice(1) : cell

/** Spreadsheets run text that begins like a formula: an apostrophe makes it text again. */
export function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
