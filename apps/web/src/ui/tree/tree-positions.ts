import type { TreeRow } from './tree-keys.ts'

/** 1-based position of a row among its siblings. */
export type TreePosition = { position: number; count: number }

/**
 * Returns a lookup for `aria-posinset` and `aria-setsize`, because a virtual tree does not render
 * all siblings. Typed arrays keep 100,000 rows cheap.
 */
export function treePositions(
  rows: readonly Pick<TreeRow, 'level'>[],
): (index: number) => TreePosition {
  const positions = new Int32Array(rows.length)
  const groups = new Int32Array(rows.length)
  /** Size of each sibling group. */
  const counts: number[] = []
  /** Current sibling group at each level. */
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
