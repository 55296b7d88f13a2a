const NAME = '__proto__'

/**
 * Returns the paths of `__proto__` keys in parsed JSON. Copying such an object loses the key or
 * changes its prototype, and zod's records drop the key silently.
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

export const UNSAFE_KEY = `\`${NAME}\` cannot be a name`
