/** Characters a generation of texts may hold; there are two. */
const MOST = 2_000_000

/** Parses a text once while it stays in use, whatever document or copy of it holds the text. */
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
