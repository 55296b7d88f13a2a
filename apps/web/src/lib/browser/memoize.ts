/** Memoizes a function per object, for as long as the object lives. */
export function remember<Key extends object, Value>(compute: (key: Key) => Value) {
  const known = new WeakMap<Key, { value: Value }>()
  return (key: Key): Value => {
    const before = known.get(key)
    if (before) return before.value
    const value = compute(key)
    known.set(key, { value })
    return value
  }
}
