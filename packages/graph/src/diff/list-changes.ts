import { diffArrays } from 'diff'

export type ListItem = {
  item: string
  change: 'same' | 'added' | 'moved'
  /** Previous index; null if the item is new. */
  was: number | null
}

type ListChanges = { removedItems: string[]; now: ListItem[] }

/** Returns removed and current items of a list, with as few moved items as possible. */
export function listChanges(before: readonly string[], after: readonly string[]): ListChanges {
  const now: ListItem[] = []
  const removedItems: { item: string; was: number }[] = []
  let was = 0
  for (const { value, added, removed } of diffArrays([...before], [...after]))
    for (const item of value) {
      if (removed) removedItems.push({ item, was: was++ })
      else if (added) now.push({ item, change: 'added', was: null })
      else now.push({ item, change: 'same', was: was++ })
    }
  const current = now.map((entry): ListItem => {
    const removedAt =
      entry.change === 'added' ? removedItems.findIndex(({ item }) => item === entry.item) : -1
    const [source] = removedAt < 0 ? [] : removedItems.splice(removedAt, 1)
    return source ? { item: entry.item, change: 'moved', was: source.was } : entry
  })
  return { removedItems: removedItems.map(({ item }) => item), now: current }
}
