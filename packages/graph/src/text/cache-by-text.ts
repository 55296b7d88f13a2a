/** Maximum characters per generation of texts; there are two generations. */
const MAX_CHARACTERS = 2_000_000

/**
 * Caches parse results by text while the text stays in use, regardless of the document that
 * contains it.
 */
export function cacheByText<T>(parse: (text: string) => T): (text: string) => T {
  let recent = new Map<string, T>()
  let previous = new Map<string, T>()
  let characters = 0
  return (text) => {
    const cached = recent.get(text)
    if (cached !== undefined) return cached
    const result = previous.get(text) ?? parse(text)
    recent.set(text, result)
    characters += text.length
    if (characters > MAX_CHARACTERS) {
      previous = recent
      recent = new Map()
      characters = 0
    }
    return result
  }
}
