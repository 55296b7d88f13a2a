export type Linked = { id: string; parentId: string | null }

export type LaneRow = {
  /** Lane of this row's dot. */
  at: number
  /** Lanes of the children, which end at this dot. */
  joining: readonly number[]
  /** Lanes that pass this row. */
  passing: readonly number[]
  /** Whether a line continues to its parent. */
  goesOn: boolean
}

/**
 * Assigns a lane to each branch. Expects newest first, so that children come before their parents.
 */
export function laneRows(items: readonly Linked[]): { rows: LaneRow[]; width: number } {
  const known = new Set(items.map(({ id }) => id))
  /** For each lane, the id of the checkpoint that its line leads to. */
  const lanes: (string | null)[] = []
  let width = 0

  const rows = items.map(({ id, parentId }) => {
    const joining = lanes.flatMap((awaited, lane) => (awaited === id ? [lane] : []))
    const at = joining[0] ?? firstFree(lanes)
    for (const lane of joining) lanes[lane] = null
    const passing = lanes.flatMap((awaited, lane) => (awaited === null ? [] : [lane]))
    const goesOn = parentId !== null && known.has(parentId)
    lanes[at] = goesOn ? parentId : null
    width = Math.max(width, at + 1)
    return { at, joining, passing, goesOn }
  })
  return { rows, width }
}

/**
 * For each row, the lane above it that belongs to a highlighted line, from one of its dots down to
 * the next.
 */
export function litLanes(
  rows: readonly LaneRow[],
  isOnLine: (row: number) => boolean,
): (number | undefined)[] {
  let lit: number | undefined
  return rows.map(({ at }, row) => {
    const above = lit
    if (isOnLine(row)) lit = at
    return above
  })
}

function firstFree(lanes: readonly (string | null)[]): number {
  const free = lanes.indexOf(null)
  return free === -1 ? lanes.length : free
}
