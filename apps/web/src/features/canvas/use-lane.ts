import { type EdgeProps, type InternalNode, type Node, type Rect, useStore } from '@xyflow/react'
import { wayLane } from '../../ui/way-lane.ts'
import { isWayBack, isWayBelow } from '../../ui/way-path.ts'

type Ends = Pick<EdgeProps, 'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition'>

/** A way of failures goes at least this far down before it turns. */
export const UNDER = 16

const standing = new WeakMap<readonly Node[], Rect[]>()
const lanes = new WeakMap<readonly Node[], Map<string, number>>()

/** Where a way back, or one of failures, passes between the cards as they stand now; others need no lane. */
export function useLane(ends: Ends): number | undefined {
  return useStore(({ nodes, nodeLookup }) => {
    const isBelow = isWayBelow(ends)
    if (!isBelow && !isWayBack(ends)) return undefined
    const { sourceX, sourceY, targetX, targetY } = ends
    const known = lanes.get(nodes) ?? new Map<string, number>()
    const key = `${isBelow} ${sourceX} ${sourceY} ${targetX} ${targetY}`
    // The view moves at every frame, the cards seldom: a lane is looked for once as they stand.
    const lane =
      known.get(key) ??
      wayLane(
        rectsOf(nodes, nodeLookup),
        { x: sourceX, y: sourceY },
        { x: targetX, y: targetY },
        isBelow ? sourceY + UNDER : undefined,
      )
    lanes.set(nodes, known.set(key, lane))
    return lane
  })
}

function rectsOf(nodes: readonly Node[], lookup: ReadonlyMap<string, InternalNode>): Rect[] {
  const before = standing.get(nodes)
  if (before) return before
  const rects = [...lookup.values()]
    .filter(({ type }) => type !== 'note')
    .map(({ internals, measured }) => ({
      ...internals.positionAbsolute,
      width: measured.width ?? 0,
      height: measured.height ?? 0,
    }))
  standing.set(nodes, rects)
  return rects
}
