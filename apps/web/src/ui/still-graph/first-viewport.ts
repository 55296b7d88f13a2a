import type { StillCard } from './cards.ts'

type Size = { width: number; height: number }

/** Size of a rendered card. */
const CARD: Size = { width: 200, height: 64 }
/** Smallest zoom at which card text is readable. */
export const READABLE = 0.65
/** Margin around all cards, in graph coordinates. */
const MARGIN = 40

/** Returns the viewport for a graph too large to fit: at the chosen card, or at the start. */
export function firstViewport(
  cards: readonly Pick<StillCard, 'id' | 'position'>[],
  selectedId: string | undefined,
  frame: Size,
): { x: number; y: number; zoom: number } | undefined {
  const first = cards.find(({ id }) => id === selectedId) ?? leftmost(cards)
  if (!first || isReadable(cards, frame)) return undefined
  const axisOffset = (axis: 'x' | 'y', side: 'width' | 'height') => {
    const [from, to] = axisExtent(cards, axis, CARD[side])
    const visibleLength = frame[side] / READABLE
    const centred = first.position[axis] + CARD[side] / 2 - visibleLength / 2
    const start =
      to - from <= visibleLength
        ? (from + to - visibleLength) / 2
        : Math.max(from, Math.min(to - visibleLength, centred))
    return -start * READABLE
  }
  return { x: axisOffset('x', 'width'), y: axisOffset('y', 'height'), zoom: READABLE }
}

/** Whether the whole graph fits at a readable zoom. */
export function isReadable(cards: readonly Pick<StillCard, 'position'>[], frame: Size): boolean {
  return (['x', 'y'] as const).every((axis) => {
    const side = axis === 'x' ? 'width' : 'height'
    const [from, to] = axisExtent(cards, axis, CARD[side])
    return frame[side] === 0 || (to - from) * READABLE <= frame[side]
  })
}

const axisExtent = (
  cards: readonly Pick<StillCard, 'position'>[],
  axis: 'x' | 'y',
  size: number,
): [number, number] => {
  const coordinates = cards.map(({ position }) => position[axis])
  return [
    coordinates.reduce((min, value) => Math.min(min, value), Infinity) - MARGIN,
    coordinates.reduce((max, value) => Math.max(max, value), -Infinity) + size + MARGIN,
  ]
}

const leftmost = <Card extends Pick<StillCard, 'position'>>(cards: readonly Card[]) =>
  cards.reduce<Card | undefined>(
    (first, card) => (first && first.position.x <= card.position.x ? first : card),
    undefined,
  )
