const HEAD = /^\s*data:[\w.+-]+\/[\w.+-]+(;[\w-]+=[^;,]*)*;base64\s*$/
const LETTERS = /^[A-Za-z0-9+/=\s]+$/
/** What a semicolon leaves of the same. */
const TYPE = /^\s*data:[\w.+-]+\/[\w.+-]+$/

/** What is to be done about a line of which `isSplitDataUrl` is true. */
export const SPLIT_DATA_URL =
  'a data URL is split into columns at its comma: put it between quotation marks'

/** Whether two cells of a line of a table are one data URL: without quotation marks it ends at its own comma or semicolon. */
export const isSplitDataUrl = (cells: readonly string[]): boolean =>
  cells.some((cell, at) => {
    const next = cells[at + 1]
    if (next === undefined || !cell.includes('data:')) return false
    return HEAD.test(cell) ? LETTERS.test(next) : TYPE.test(cell) && next.startsWith('base64,')
  })
