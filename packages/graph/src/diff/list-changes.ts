import { diffArrays } from 'diff'

export type ListItem = {
  item: string
  change: 'same' | 'added' | 'moved'
  /** Previous index; null if the item is new. */
  was: number | null
}

type ListChanges = { gone: string[]; now: ListItem[] }

/** Returns removed and current items of a list, with as few moved items as possible. */
export function listChanges(before: readonly string[], after: readonly string[]): ListChanges {
  const now: ListItem[] = []
  const gone: { item: string; was: number }[] = []
  let was = 0
  for (const { value, added, removed } of diffArrays([...before], [...after]))
    for (const item of value) {
      if (removed) gone.push({ item, was: was++ })
      else if (added) now.push({ item, change: 'added', was: null })
      else now.push({ item, change: 'same', was: was++ })
    }
  const placed = now.map((one): ListItem => {
    const from = one.change === 'added' ? gone.findIndex(({ item }) => item === one.item) : -1
    const [left] = from < 0 ? [] : gone.splice(from, 1)
    return left ? { item: one.item, change: 'moved', was: left.was } : one
  })
  return { gone: gone.map(({ item }) => item), now: placed }
}
