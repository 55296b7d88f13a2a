/** Back where it was among those that are still there. */
export function restored<T extends { key: string }>(
  now: readonly T[],
  before: readonly T[],
  gone: T,
): T[] {
  if (now.some(({ key }) => key === gone.key)) return [...now]
  const index = before.findIndex(({ key }) => key === gone.key)
  return [...now.slice(0, index), gone, ...now.slice(index)]
}
