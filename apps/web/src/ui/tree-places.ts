import type { TreeRow } from './tree-keys.ts'

/** Where a row stands among its siblings, from 1. */
export type TreePlace = { position: number; count: number }

/** Told to screen readers, since a virtual tree's siblings need not be in the document. Numbers alone: of 100,000 rows few are asked for. */
export function placesOf(rows: readonly Pick<TreeRow, 'level'>[]): (index: number) => TreePlace {
  const positions = new Int32Array(rows.length)
  const groups = new Int32Array(rows.length)
  /** By the number of a group of siblings. */
  const counts: number[] = []
  /** The group being filled at each level. */
  const open: number[] = []
  for (const [index, { level }] of rows.entries()) {
    open.length = Math.min(open.length, level)
    const group = (open[level - 1] ??= counts.push(0) - 1)
    positions[index] = counts[group] = (counts[group] ?? 0) + 1
    groups[index] = group
  }
  return (index) => ({
    position: positions[index] ?? 0,
    count: counts[groups[index] ?? 0] ?? 0,
  })
}
