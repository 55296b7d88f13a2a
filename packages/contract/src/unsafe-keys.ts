const NAME = '__proto__'

/**
 * Where parsed JSON has a key `__proto__`, as paths of keys: copying such an object loses the key or changes
 * what it inherits, and zod's records leave it out without a word.
 */
export function unsafeKeys(value: unknown): string[][] {
  const found: string[][] = []
  const open: { value: unknown; path: string[] }[] = [{ value, path: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, inner] of Object.entries(next.value)) {
      const path = [...next.path, key]
      if (key === NAME) found.push(path)
      else if (typeof inner === 'object') open.push({ value: inner, path })
    }
  }
  return found
}

/** What is said of such a key. */
export const UNSAFE_KEY = `\`${NAME}\` cannot be a name`
