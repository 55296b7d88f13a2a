import type { Rect } from '@xyflow/react'
import { findFreeLane } from './free-lane.ts'
import { isLoopEdge, leavesBelow, type EdgeEnds } from './edge-path.ts'

/** Minimum vertical distance before an error edge turns. */
const UNDER = 16
/** Separates error edges from loop edges around the same cards. */
const APART = 14

/**
 * Returns the y coordinate at which a loop or error edge passes the cards; undefined for other
 * edges.
 */
export function findEdgeLane(cards: () => readonly Rect[], ends: EdgeEnds): number | undefined {
  const from = { x: ends.sourceX, y: ends.sourceY }
  const to = { x: ends.targetX, y: ends.targetY }
  if (leavesBelow(ends)) return findFreeLane(cards(), from, to, from.y + UNDER) + APART
  return isLoopEdge(ends) ? findFreeLane(cards(), from, to) : undefined
}
