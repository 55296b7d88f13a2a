const QUOTE = 34
const BACKSLASH = 92
const OPEN = new Set([91, 123])
const CLOSE = new Set([93, 125])

/** Whether JSON text nests deeper than `limit`; looks at brackets alone, so that it can run before parsing. */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === BACKSLASH) at++
      else if (char === QUOTE) inString = false
    } else if (char === QUOTE) inString = true
    else if (OPEN.has(char)) {
      depth++
      if (depth > limit) return true
    } else if (CLOSE.has(char)) depth--
  }
  return false
}
