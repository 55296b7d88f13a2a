export type TreeRow = {
  id: string
  /** 1 for a root. */
  level: number
  /** Undefined for a leaf. */
  isExpanded: boolean | undefined
}

export type TreeMove =
  | { type: 'focus'; index: number }
  | { type: 'toggle'; id: string; isExpanded: boolean }

/** Returns the effect of a key on the row at `active`; undefined if the key has none. */
export function moveInTree(
  rows: readonly TreeRow[],
  active: number,
  key: string,
): TreeMove | undefined {
  const row = rows[active]
  if (!row) return undefined
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return focus(Math.min(active + 1, rows.length - 1))
    case 'ArrowUp':
    case 'k':
      return focus(Math.max(active - 1, 0))
    case 'Home':
      return focus(0)
    case 'End':
      return focus(rows.length - 1)
    case 'ArrowRight':
    case 'l':
      if (row.isExpanded === false) return { type: 'toggle', id: row.id, isExpanded: true }
      return row.isExpanded ? focus(Math.min(active + 1, rows.length - 1)) : undefined
    case 'ArrowLeft':
    case 'h':
      if (row.isExpanded) return { type: 'toggle', id: row.id, isExpanded: false }
      return focus(findParent(rows, active))
    case 'Enter':
    case ' ':
      return focus(active)
    default:
      return undefined
  }
}

const focus = (index: number): TreeMove => ({ type: 'focus', index })

/** Returns the index of the parent; a root returns its own, so that focus does not move. */
function findParent(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1
  if (level === 1) return index
  for (let candidate = index - 1; candidate >= 0; candidate--) {
    if ((rows[candidate]?.level ?? 1) < level) return candidate
  }
  return index
}
