/** By their keys; those that share a name are told apart by the key. */
export function namesOf(
  list: readonly { key: string; name: string }[],
): ReadonlyMap<string, string> {
  const byName = Map.groupBy(list, ({ name }) => name)
  return new Map(
    list.map(({ key, name }) => {
      const isTwice = (byName.get(name)?.length ?? 0) > 1
      return [key, isTwice ? `${name} (${key})` : name]
    }),
  )
}
