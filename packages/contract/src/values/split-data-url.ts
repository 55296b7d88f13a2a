const DATA_URL_START = /^\s*data:[\w.+-]+\/[\w.+-]+(;[\w-]+=[^;,]*)*;base64\s*$/
const BASE64 = /^[A-Za-z0-9+/=\s]+$/
/** The start of a data URL that was split at its semicolon. */
const SPLIT_TYPE = /^\s*data:[\w.+-]+\/[\w.+-]+$/

/** How to fix a line that `isSplitDataUrl` matches. */
export const SPLIT_DATA_URL_HINT =
  'a data URL is split into columns at its comma: put it between quotation marks'

/**
 * Returns whether cells of a row are one unquoted data URL that was split at its own comma or
 * semicolon.
 */
export const isSplitDataUrl = (cells: readonly string[]): boolean =>
  cells.some((cell, index) => {
    const next = cells[index + 1]
    if (next === undefined || !cell.includes('data:')) return false
    return DATA_URL_START.test(cell)
      ? BASE64.test(next)
      : SPLIT_TYPE.test(cell) && next.startsWith('base64,')
  })
