import type { Point } from '../../../lib/values/node-positions.ts'
import type { PlacedSize } from './picture/graph-picture.tsx'

export type Alignment =
  | 'left'
  | 'centre'
  | 'right'
  | 'top'
  | 'middle'
  | 'bottom'
  | 'spread-across'
  | 'spread-down'

type Axis = { start: 'x' | 'y'; length: 'width' | 'height' }

const HORIZONTAL: Axis = { start: 'x', length: 'width' }
const VERTICAL: Axis = { start: 'y', length: 'height' }

const LINES: Record<Alignment, { axis: Axis; share: number | 'spread' }> = {
  left: { axis: HORIZONTAL, share: 0 },
  centre: { axis: HORIZONTAL, share: 0.5 },
  right: { axis: HORIZONTAL, share: 1 },
  top: { axis: VERTICAL, share: 0 },
  middle: { axis: VERTICAL, share: 0.5 },
  bottom: { axis: VERTICAL, share: 1 },
  'spread-across': { axis: HORIZONTAL, share: 'spread' },
  'spread-down': { axis: VERTICAL, share: 'spread' },
}

/**
 * Returns the card positions after aligning them, or after distributing them evenly between the
 * outermost two.
 */
export function alignCards(
  cards: readonly PlacedSize[],
  alignment: Alignment,
): [id: string, position: Point][] {
  const { axis, share } = LINES[alignment]
  const { start, length } = axis
  if (cards.length < 2) return []
  const begin = Math.min(...cards.map((card) => card[start]))
  const end = Math.max(...cards.map((card) => card[start] + card[length]))
  const movedCard = (card: PlacedSize, to: number): [string, Point] => [
    card.id,
    start === 'x' ? [Math.round(to), card.y] : [card.x, Math.round(to)],
  ]
  if (share !== 'spread') {
    return cards.map((card) => movedCard(card, begin + (end - begin - card[length]) * share))
  }
  const freeSpace = end - begin - cards.reduce((total, card) => total + card[length], 0)
  const gap = freeSpace / (cards.length - 1)
  let next = begin
  return cards
    .toSorted((a, b) => a[start] - b[start])
    .map((card) => {
      const to = next
      next += card[length] + gap
      return movedCard(card, to)
    })
}
