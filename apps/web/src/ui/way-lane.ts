import type { Rect, XYPosition } from '@xyflow/react'

/** Room between a way and a card it passes. */
const CLEAR = 12
/** How far a way goes on before it turns. */
const TURN = 24

/** The height nearest to both ends at which a way passes over no card, and not above `least`. */
export function wayLane(
  cards: readonly Rect[],
  from: XYPosition,
  to: XYPosition,
  least = Number.NEGATIVE_INFINITY,
): number {
  const [left, right] = [Math.min(from.x, to.x) - TURN, Math.max(from.x, to.x) + TURN]
  const across = cards.filter(({ x, width }) => x < right && x + width > left)
  const isFree = (at: number) =>
    across.every(({ y, height }) => at <= y - CLEAR || at >= y + height + CLEAR)
  const length = (at: number) => Math.abs(at - from.y) + Math.abs(at - to.y)
  // The nearest first: of some hundred cards few have to be looked at.
  const lane = across
    .flatMap(({ y, height }) => [y + height + 2 * CLEAR, y - 2 * CLEAR])
    .filter((at) => at >= least)
    .toSorted((a, b) => length(a) - length(b))
    .find(isFree)
  return lane ?? Math.max(from.y, to.y, least)
}
