import type { Viewport } from '@xyflow/react'
import type { Point } from '../../../lib/node-places.ts'

/** Pixels kept free around what comes into view; the tools stand in them. */
const MARGIN = 24

const CARD = { width: 200, height: 110 }

type Size = { width: number; height: number }

/** The view moved no further than a card at the place needs to be seen; the very view where it is seen already. */
export function panTo(view: Viewport, size: Size, place: Point | undefined): Viewport {
  if (!place) return view
  const [x, y] = place
  const left = x * view.zoom + view.x
  const top = y * view.zoom + view.y
  const dx = shift(left, CARD.width * view.zoom, size.width)
  const dy = shift(top, CARD.height * view.zoom, size.height)
  return dx === 0 && dy === 0 ? view : { ...view, x: view.x + dx, y: view.y + dy }
}

/** What is larger than the view shows its beginning. */
function shift(from: number, length: number, room: number): number {
  const over = Math.max(0, from + length - (room - MARGIN))
  return Math.max(MARGIN - from, 0) || -Math.min(over, Math.max(0, from - MARGIN))
}
