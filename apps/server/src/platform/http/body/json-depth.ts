const QUOTE = 34
const BACKSLASH = 92

/**
 * Returns whether JSON text nests deeper than `limit`. Counts brackets, so it can run before
 * parsing.
 */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index)
    if (char === QUOTE) index = endOfString(text, index)
    else if (char === 91 || char === 123) {
      depth++
      if (depth > limit) return true
    } else if (char === 93 || char === 125) depth--
  }
  return false
}

/**
 * Returns the index of the quote that closes the string at `start`. Most of JSON is text, and
 * `indexOf` is the fastest scan.
 */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, index: number): boolean {
  let before = index
  while (text.charCodeAt(before - 1) === BACKSLASH) before--
  return (index - before) % 2 === 1
}
