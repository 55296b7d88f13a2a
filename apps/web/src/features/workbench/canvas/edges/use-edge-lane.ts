import { type Box, type InternalNode, type Node, type Rect, useStore } from '@xyflow/react'
import { findEdgeLane } from '../../../../ui/still-graph/edge-lane.ts'
import { isLoopEdge, leavesBelow, type EdgeEnds } from '../../../../ui/still-graph/edge-path.ts'

/** The y of a lane and the area whose cards determine it. */
type Lane = { y: number | undefined; bounds: Box }

/** The card rectangles and the lanes computed for them. */
type LaneCache = { nodes: readonly Node[]; rects: readonly Rect[]; lanes: Map<string, Lane> }

type NodeLookup = ReadonlyMap<string, InternalNode>

const laneCaches = new WeakMap<NodeLookup, LaneCache>()

/** A card within this distance of an edge may be in its lane. */
const MARGIN = 30
/** Recompute all lanes when more cards than this have moved. */
const MAX_MOVED = 24

/**
 * Returns the y at which a backward or error edge passes between the cards. Other edges need no
 * lane.
 */
export function useEdgeLane(ends: EdgeEnds): number | undefined {
  return useStore(({ nodes, nodeLookup }) => {
    if (!leavesBelow(ends) && !isLoopEdge(ends)) return undefined
    const { rects, lanes } = getLaneCache(nodes, nodeLookup)
    const { sourceX, sourceY, targetX, targetY, sourcePosition } = ends
    const key = `${sourcePosition} ${sourceX} ${sourceY} ${targetX} ${targetY}`
    // The viewport changes at every frame, the cards rarely. So compute a lane once per layout.
    const cached = lanes.get(key)
    if (cached) return cached.y
    const y = findEdgeLane(() => rects, ends)
    lanes.set(key, { y, bounds: laneBounds(ends, y) })
    return y
  })
}

function getLaneCache(nodes: readonly Node[], nodeLookup: NodeLookup): LaneCache {
  const before = laneCaches.get(nodeLookup)
  if (before?.nodes === nodes) return before
  const rects = [...nodeLookup.values()].filter(({ type }) => type !== 'note').map(nodeRect)
  const lanes = before ? reuseUnaffectedLanes(before, rects) : new Map<string, Lane>()
  const cache = { nodes, rects, lanes }
  laneCaches.set(nodeLookup, cache)
  return cache
}

/** Keeps the lanes that the moved cards do not touch. */
function reuseUnaffectedLanes(before: LaneCache, rects: readonly Rect[]): Map<string, Lane> {
  if (before.rects.length !== rects.length) return new Map()
  const movedRects: Rect[] = []
  for (const [index, rect] of rects.entries()) {
    const previous = before.rects[index]
    if (previous && !isSameRect(previous, rect)) movedRects.push(previous, rect)
    if (movedRects.length > 2 * MAX_MOVED) return new Map()
  }
  if (movedRects.length === 0) return before.lanes
  const isCrossed = ({ bounds: { x, y, x2, y2 } }: Lane) =>
    movedRects.some(
      (rect) => rect.x < x2 && rect.x + rect.width > x && rect.y < y2 && rect.y + rect.height > y,
    )
  return new Map([...before.lanes].filter(([, lane]) => !isCrossed(lane)))
}

/** Cards outside these bounds cannot change which lane is nearest. */
function laneBounds({ sourceX, sourceY, targetX, targetY }: EdgeEnds, y = sourceY): Box {
  const [top, bottom] = [Math.min(sourceY, targetY), Math.max(sourceY, targetY)]
  const distance = Math.max(0, top - y, y - bottom) + MARGIN
  return {
    x: Math.min(sourceX, targetX) - MARGIN,
    x2: Math.max(sourceX, targetX) + MARGIN,
    y: top - distance,
    y2: bottom + distance,
  }
}

const nodeRect = ({ internals, measured }: InternalNode): Rect => ({
  ...internals.positionAbsolute,
  width: measured.width ?? 0,
  height: measured.height ?? 0,
})

const isSameRect = (a: Rect, b: Rect) =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
