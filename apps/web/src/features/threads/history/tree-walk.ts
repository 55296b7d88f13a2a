import type { TreeItem } from './lanes.ts'

/** A checkpoint and all its ancestors, starting with itself. */
export function ancestorIds(items: readonly TreeItem[], id: string | undefined): string[] {
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
export function findSibling(
  items: readonly TreeItem[],
  id: string,
  step: 1 | -1,
): string | undefined {
  const parents = new Map(items.map((item) => [item.id, item.parentId]))
  for (const ancestorId of ancestorIds(items, id)) {
    const parentId = parents.get(ancestorId)
    const siblings = items
      .filter((item) => item.parentId === parentId)
      .map((item) => item.id)
      .toReversed()
    const siblingId = siblings[siblings.indexOf(ancestorId) + step]
    if (siblingId !== undefined) return newestEnd(items, siblingId)
  }
  return undefined
}

/** Newest first, so the first child found is the newest. */
function newestEnd(items: readonly TreeItem[], id: string): string {
  const child = items.find(({ parentId }) => parentId === id)
  return child ? newestEnd(items, child.id) : id
}
