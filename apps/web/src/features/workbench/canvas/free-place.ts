import type { GraphDocument } from '@lathe/contract'
import { placesOf, type Point } from '../../../lib/node-places.ts'

const WIDTH = 220
const HEIGHT = 110

/** The wanted place, or the first below it that no card covers. */
export function freePlace(document: GraphDocument, [x, y]: Point): Point {
  const taken = Object.values(placesOf(document))
  let top = Math.round(y)
  while (taken.some(([cx, cy]) => Math.abs(cx - x) < WIDTH && Math.abs(cy - top) < HEIGHT)) {
    top += HEIGHT / 2
  }
  return [Math.round(x), top]
}
