const NAME = '__proto__'

/**
 * Returns the paths of `__proto__` keys in parsed JSON. Copying such an object loses the key or
 * changes its prototype, and zod's records drop the key silently.
 */
export function findUnsafeKeys(value: unknown): string[][] {
  const unsafePaths: string[][] = []
  const pending: { value: unknown; path: string[] }[] = [{ value, path: [] }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, inner] of Object.entries(next.value)) {
      const path = [...next.path, key]
      if (key === NAME) unsafePaths.push(path)
      else if (typeof inner === 'object') pending.push({ value: inner, path })
    }
  }
  return unsafePaths
}

export const UNSAFE_KEY_MESSAGE = `\`${NAME}\` cannot be a name`
