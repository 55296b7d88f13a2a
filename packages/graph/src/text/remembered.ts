/** Maximum characters per generation of texts; there are two generations. */
const MOST = 2_000_000

/**
 * Caches parse results by text while the text stays in use, regardless of the document that
 * contains it.
 */
export function remembered<T>(parse: (text: string) => T): (text: string) => T {
  let recent = new Map<string, T>()
  let older = new Map<string, T>()
  let held = 0
  return (text) => {
    const known = recent.get(text)
    if (known !== undefined) return known
    const result = older.get(text) ?? parse(text)
    recent.set(text, result)
    held += text.length
    if (held > MOST) {
      older = recent
      recent = new Map()
      held = 0
    }
    return result
  }
}
