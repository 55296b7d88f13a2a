/** Memoizes a function per object, for as long as the object lives. */
export function memoize<Key extends object, Value>(compute: (key: Key) => Value) {
  const cache = new WeakMap<Key, { value: Value }>()
  return (key: Key): Value => {
    const cached = cache.get(key)
    if (cached) return cached.value
    const value = compute(key)
    cache.set(key, { value })
    return value
  }
}
