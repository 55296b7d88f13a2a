/**
 * Maximum nesting of graphs and requests. Far below the depth that overflows a validator's stack.
 */
export const MAX_DEPTH = 100

/**
 * Returns the path of a value that nests deeper than that, or null. Terminates on circular values.
 */
export function findTooDeepPath(value: unknown): string[] | null {
  const pending: { value: unknown; path: string[] }[] = [{ value, path: [] }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.path.length >= MAX_DEPTH) return next.path
    for (const [key, inner] of Object.entries(next.value)) {
      if (typeof inner === 'object') pending.push({ value: inner, path: [...next.path, key] })
    }
  }
  return null
}

export const TOO_DEEP = `Nested deeper than ${MAX_DEPTH} levels`
