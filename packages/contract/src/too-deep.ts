/** Levels a graph may nest, as a request may: far fewer than a validator's stack takes. */
export const MAX_DEPTH = 100

/** Where a value nests deeper than that, as a path of keys; null where it does not. Ends for circles too. */
export function tooDeep(value: unknown): string[] | null {
  const open: { value: unknown; path: string[] }[] = [{ value, path: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.path.length >= MAX_DEPTH) return next.path
    for (const [key, inner] of Object.entries(next.value)) {
      if (typeof inner === 'object') open.push({ value: inner, path: [...next.path, key] })
    }
  }
  return null
}

/** What is said of such a place. */
export const TOO_DEEP = `Nested deeper than ${MAX_DEPTH} levels`
