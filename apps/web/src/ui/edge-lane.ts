import type { Rect } from '@xyflow/react'
import { wayLane } from './free-lane.ts'
import { isWayBack, isWayBelow, type WayEnds } from './edge-path.ts'

/** Minimum vertical distance before an error edge turns. */
const UNDER = 16
/** Separates error edges from loop edges around the same cards. */
const APART = 14

/**
 * Returns the y coordinate at which a loop or error edge passes the cards; undefined for other
 * edges.
 */
export function laneOf(cards: () => readonly Rect[], ends: WayEnds): number | undefined {
  const from = { x: ends.sourceX, y: ends.sourceY }
  const to = { x: ends.targetX, y: ends.targetY }
  if (isWayBelow(ends)) return wayLane(cards(), from, to, from.y + UNDER) + APART
  return isWayBack(ends) ? wayLane(cards(), from, to) : undefined
}
