/** The object with a member set, or without it when the value is absent: documents hold no `undefined`. */
export function setOrDrop<T extends object, K extends keyof T>(
  object: T,
  key: K,
  value: T[K] | undefined,
): T {
  if (value !== undefined) return { ...object, [key]: value }
  // Only optional members are dropped: the type of `value` says so at every call.
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as T
}
