export type TreeItem = { id: string; parentId: string | null }

export type LaneRow = {
  /** Lane of this row's dot. */
  lane: number
  /** Lanes of the children, which end at this dot. */
  joining: readonly number[]
  /** Lanes that pass this row. */
  passing: readonly number[]
  /** Whether a line continues to its parent. */
  continues: boolean
}

/**
 * Assigns a lane to each branch. Expects newest first, so that children come before their parents.
 */
export function laneRows(items: readonly TreeItem[]): { rows: LaneRow[]; width: number } {
  const knownIds = new Set(items.map(({ id }) => id))
  /** For each lane, the id of the checkpoint that its line leads to. */
  const lanes: (string | null)[] = []
  let width = 0

  const rows = items.map(({ id, parentId }) => {
    const joining = lanes.flatMap((awaitedId, lane) => (awaitedId === id ? [lane] : []))
    const ownLane = joining[0] ?? firstFree(lanes)
    for (const lane of joining) lanes[lane] = null
    const passing = lanes.flatMap((awaitedId, lane) => (awaitedId === null ? [] : [lane]))
    const continues = parentId !== null && knownIds.has(parentId)
    lanes[ownLane] = continues ? parentId : null
    width = Math.max(width, ownLane + 1)
    return { lane: ownLane, joining, passing, continues }
  })
  return { rows, width }
}

/**
 * For each row, the lane above it that belongs to a highlighted line, from one of its dots down to
 * the next.
 */
export function highlightLanes(
  rows: readonly LaneRow[],
  isOnLine: (row: number) => boolean,
): (number | undefined)[] {
  let litLane: number | undefined
  return rows.map(({ lane }, row) => {
    const aboveLane = litLane
    if (isOnLine(row)) litLane = lane
    return aboveLane
  })
}

function firstFree(lanes: readonly (string | null)[]): number {
  const freeLane = lanes.indexOf(null)
  return freeLane === -1 ? lanes.length : freeLane
}
