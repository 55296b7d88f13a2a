import type { Linked } from './lanes.ts'

/** A checkpoint and all its ancestors, starting with itself. */
export function lineOf(items: readonly Linked[], id: string | undefined): string[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const line: string[] = []
  let item = byId.get(id ?? '')
  while (item) {
    line.push(item.id)
    item = item.parentId === null ? undefined : byId.get(item.parentId)
  }
  return line
}

/** The end of the neighboring branch in the given direction. Undefined if there is none. */
export function besideOf(items: readonly Linked[], id: string, step: 1 | -1): string | undefined {
  const parentOf = new Map(items.map((item) => [item.id, item.parentId]))
  for (const each of lineOf(items, id)) {
    const parentId = parentOf.get(each)
    const siblings = items
      .filter((item) => item.parentId === parentId)
      .map((item) => item.id)
      .toReversed()
    const beside = siblings[siblings.indexOf(each) + step]
    if (beside !== undefined) return newestEnd(items, beside)
  }
  return undefined
}

/** Newest first, so the first child found is the newest. */
function newestEnd(items: readonly Linked[], id: string): string {
  const child = items.find(({ parentId }) => parentId === id)
  return child ? newestEnd(items, child.id) : id
}
