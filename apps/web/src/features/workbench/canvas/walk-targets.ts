import type { GraphDocument } from '@lathe/contract'

/** Lists the edges of a node, outgoing ones first. */
function edgesAtNode({ edges }: GraphDocument, node: string): number[] {
  const indices = [...edges.keys()]
  return [
    ...indices.filter((index) => edges[index]?.from === node),
    ...indices.filter((index) => edges[index]?.to === node && edges[index].from !== node),
  ]
}

export type WalkTarget = { node: string } | { edge: number }

/** Returns the step from an edge to its ends, or to the next or previous edge of its source. */
export function stepFromEdge(
  document: GraphDocument,
  index: number,
  direction: Direction,
): WalkTarget | undefined {
  const edge = document.edges[index]
  if (!edge) return undefined
  if (direction === 'left') return { node: edge.from }
  if (direction === 'right') return { node: edge.to }
  return { edge: nextEdge(document, edge.from, index, direction === 'down' ? 1 : -1) ?? index }
}

/** Returns the next edge of a node, cyclically, or its first edge. */
export function nextEdge(
  document: GraphDocument,
  node: string,
  index: number | undefined,
  step = 1,
): number | undefined {
  const edgeIndices = edgesAtNode(document, node)
  const position = index === undefined ? -1 : edgeIndices.indexOf(index)
  return position === -1 ? edgeIndices[0] : edgeIndices.at((position + step) % edgeIndices.length)
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** The centre of a card. */
export type CardCentre = { id: string; x: number; y: number }

const AXES: Record<Direction, (dx: number, dy: number) => { along: number; across: number }> = {
  right: (dx, dy) => ({ along: dx, across: Math.abs(dy) }),
  left: (dx, dy) => ({ along: -dx, across: Math.abs(dy) }),
  down: (dx, dy) => ({ along: dy, across: Math.abs(dx) }),
  up: (dx, dy) => ({ along: -dy, across: Math.abs(dx) }),
}

/** Returns the nearest card in a direction. Distance across it counts double. */
export function neighbour(
  centres: readonly CardCentre[],
  from: string,
  direction: Direction,
): string | undefined {
  const start = centres.find((centre) => centre.id === from)
  if (!start) return centres[0]?.id
  let nearest: { id: string; distance: number } | undefined
  for (const centre of centres) {
    if (centre.id === from) continue
    const { along, across } = AXES[direction](centre.x - start.x, centre.y - start.y)
    const distance = along + 2 * across
    if (along > 1 && (!nearest || distance < nearest.distance))
      nearest = { id: centre.id, distance }
  }
  return nearest?.id
}
