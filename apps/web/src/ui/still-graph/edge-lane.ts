import type { Rect, XYPosition } from '@xyflow/react'
import { type EdgeEnds, isLoopEdge, leavesBelow } from './edge-path.ts'

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

/** Distance between an edge and a card it passes. */
const CLEAR = 12
/** Length of an edge before it turns. */
const TURN = 24

/**
 * Returns the y coordinate nearest to both ends at which an edge crosses no card, at least `least`.
 */
export function findFreeLane(
  cards: readonly Rect[],
  from: XYPosition,
  to: XYPosition,
  minY = Number.NEGATIVE_INFINITY,
): number {
  const [left, right] = [Math.min(from.x, to.x) - TURN, Math.max(from.x, to.x) + TURN]
  const crossedCards = cards.filter(({ x, width }) => x < right && x + width > left)
  const isFree = (laneY: number) =>
    crossedCards.every(({ y, height }) => laneY <= y - CLEAR || laneY >= y + height + CLEAR)
  const length = (laneY: number) => Math.abs(laneY - from.y) + Math.abs(laneY - to.y)
  // Nearest first, so that few of several hundred cards are checked.
  const lane = crossedCards
    .flatMap(({ y, height }) => [y + height + 2 * CLEAR, y - 2 * CLEAR])
    .filter((laneY) => laneY >= minY)
    .toSorted((a, b) => length(a) - length(b))
    .find(isFree)
  return lane ?? Math.max(from.y, to.y, minY)
}
