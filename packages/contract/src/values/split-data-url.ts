const HEAD = /^\s*data:[\w.+-]+\/[\w.+-]+(;[\w-]+=[^;,]*)*;base64\s*$/
const LETTERS = /^[A-Za-z0-9+/=\s]+$/
/** The start of a data URL that was split at its semicolon. */
const TYPE = /^\s*data:[\w.+-]+\/[\w.+-]+$/

/** How to fix a line that `isSplitDataUrl` matches. */
export const SPLIT_DATA_URL =
  'a data URL is split into columns at its comma: put it between quotation marks'

/**
 * Returns whether cells of a row are one unquoted data URL that was split at its own comma or
 * semicolon.
 */
export const isSplitDataUrl = (cells: readonly string[]): boolean =>
  cells.some((cell, at) => {
    const next = cells[at + 1]
    if (next === undefined || !cell.includes('data:')) return false
    return HEAD.test(cell) ? LETTERS.test(next) : TYPE.test(cell) && next.startsWith('base64,')
  })
