import type { Rect } from '@xyflow/react'
import { wayLane } from './way-lane.ts'
import { isWayBack, isWayBelow, type WayEnds } from './way-path.ts'

/** A way of failures goes at least this far down before it turns. */
const UNDER = 16
/** And keeps apart from the ways back that pass the same cards. */
const APART = 14

/** The height at which a way back, or one of failures, passes the cards; the others need none. */
export function laneOf(cards: () => readonly Rect[], ends: WayEnds): number | undefined {
  const from = { x: ends.sourceX, y: ends.sourceY }
  const to = { x: ends.targetX, y: ends.targetY }
  if (isWayBelow(ends)) return wayLane(cards(), from, to, from.y + UNDER) + APART
  return isWayBack(ends) ? wayLane(cards(), from, to) : undefined
}
