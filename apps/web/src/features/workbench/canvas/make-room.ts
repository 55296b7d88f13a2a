import type { GraphDocument } from '@lathe/contract'
import { moveNodes } from '@lathe/graph'
import { placesOf, type Point } from '../../../lib/node-places.ts'

/** From the left of one card to the left of the next. */
const STEP = 280

/**
 * Room for a card within an edge that leads to the right: where there is too little, the cards from its target on move
 * aside. Tells where the new card stands; nothing for an edge that leads back, which has no place between.
 */
export function makeRoom(
  document: GraphDocument,
  edgeIndex: number,
): { document: GraphDocument; at: Point } | undefined {
  const edge = document.edges[edgeIndex]
  const places = placesOf(document)
  const [from, to] = [places[edge?.from ?? ''], places[edge?.to ?? '']]
  if (!from || !to || to[0] <= from[0]) return undefined
  const lack = Math.max(0, 2 * STEP - (to[0] - from[0]))
  const at: Point = [Math.round((from[0] + to[0] + lack) / 2), to[1]]
  if (lack === 0) return { document, at }
  const moved = Object.entries(places).map(([id, [x, y]]): [string, Point] => [
    id,
    x >= to[0] ? [x + lack, y] : [x, y],
  ])
  return { document: moveNodes(document, Object.fromEntries(moved)), at }
}
