import { type InternalNode, type Node, type Rect, useStore } from '@xyflow/react'
import { laneOf } from '../../ui/lane-of.ts'
import { isWayBack, isWayBelow, type WayEnds } from '../../ui/way-path.ts'

const standing = new WeakMap<readonly Node[], Rect[]>()
const lanes = new WeakMap<readonly Node[], Map<string, number | undefined>>()

/** Where a way back, or one of failures, passes between the cards as they stand now; others need no lane. */
export function useLane(ends: WayEnds): number | undefined {
  return useStore(({ nodes, nodeLookup }) => {
    if (!isWayBelow(ends) && !isWayBack(ends)) return undefined
    const { sourceX, sourceY, targetX, targetY, sourcePosition } = ends
    const known = lanes.get(nodes) ?? new Map<string, number | undefined>()
    const key = `${sourcePosition} ${sourceX} ${sourceY} ${targetX} ${targetY}`
    // The view moves at every frame, the cards seldom: a lane is looked for once as they stand.
    const lane = known.get(key) ?? laneOf(() => rectsOf(nodes, nodeLookup), ends)
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
