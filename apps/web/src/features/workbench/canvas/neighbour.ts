export type Direction = 'left' | 'right' | 'up' | 'down'

/** Centre of a card. */
export type Spot = { id: string; x: number; y: number }

const AXES: Record<Direction, (dx: number, dy: number) => { along: number; across: number }> = {
  right: (dx, dy) => ({ along: dx, across: Math.abs(dy) }),
  left: (dx, dy) => ({ along: -dx, across: Math.abs(dy) }),
  down: (dx, dy) => ({ along: dy, across: Math.abs(dx) }),
  up: (dx, dy) => ({ along: -dy, across: Math.abs(dx) }),
}

/** The nearest card in a direction; straying sideways counts double. */
export function neighbour(
  spots: readonly Spot[],
  from: string,
  direction: Direction,
): string | undefined {
  const start = spots.find((spot) => spot.id === from)
  if (!start) return spots[0]?.id
  let best: { id: string; distance: number } | undefined
  for (const spot of spots) {
    if (spot.id === from) continue
    const { along, across } = AXES[direction](spot.x - start.x, spot.y - start.y)
    const distance = along + 2 * across
    if (along > 1 && (!best || distance < best.distance)) best = { id: spot.id, distance }
  }
  return best?.id
}
