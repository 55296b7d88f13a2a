import type { TreeRow } from './tree-keys.ts'

/** Where a row stands among its siblings, from 1; siblings share one count. */
export type TreePlace = { position: number; siblings: { count: number } }

/** Told to screen readers, since a virtual tree's siblings need not be in the document. */
export function placesOf(rows: readonly Pick<TreeRow, 'level'>[]): TreePlace[] {
  const open: { count: number }[] = []
  return rows.map(({ level }) => {
    open.length = Math.min(open.length, level)
    const siblings = (open[level - 1] ??= { count: 0 })
    siblings.count += 1
    return { position: siblings.count, siblings }
  })
}
