import { END, type GraphDocument, START } from '@lathe/contract'
import type { GraphDiff } from '@lathe/graph'
import { nodePositions, type Point } from '../../lib/values/node-positions.ts'
import type { ChangeType } from '../../ui/json/change-mark.tsx'
import {
  createCard,
  createCards,
  type StillCard,
  type StillEdge,
  createEdge,
} from '../../ui/still-graph/cards.ts'

/**
 * Lays out both graphs as one: current nodes at their current positions, removed nodes at their
 * previous ones.
 */
export function layOutDiff(before: GraphDocument, after: GraphDocument, diff: GraphDiff) {
  return { cards: changedCards(before, after, diff), ways: changedEdges(after, diff) }
}

function changedCards(before: GraphDocument, after: GraphDocument, diff: GraphDiff): StillCard[] {
  const changes = new Map<string, ChangeType>(
    diff.nodes.map((change) => [
      change.id,
      change.type === 'changed' && change.previousId !== change.id ? 'renamed' : change.type,
    ]),
  )
  for (const { on } of diff.ends) changes.set(on === 'input' ? START : END, 'changed')

  const currentCards = createCards(after, (id) => ({ look: changes.get(id) }))
  const removedIds = Object.keys(before.nodes).filter((id) => changes.get(id) === 'removed')
  const occupied = Object.values(nodePositions(after))
  const previousPositions = nodePositions(before)
  const removedCards = removedIds.map((id) => {
    const position = findFreePosition(previousPositions[id] ?? [0, 0], occupied)
    occupied.push(position)
    return createCard(before, id, position, { look: 'removed' })
  })
  return [...currentCards, ...removedCards]
}

/** Space a card needs around its corner. */
const [WIDTH, HEIGHT] = [190, 110]

/** Moves a position down until it overlaps no card. */
function findFreePosition([x, y]: Point, occupied: readonly Point[]): Point {
  const isOccupied = occupied.some(
    ([left, top]) => Math.abs(left - x) < WIDTH && Math.abs(top - y) < HEIGHT,
  )
  return isOccupied ? findFreePosition([x, y + HEIGHT], occupied) : [x, y]
}

function changedEdges(after: GraphDocument, { edges }: GraphDiff): StillEdge[] {
  const changes = new Map<number, 'added' | 'changed'>()
  const removedEdges: StillEdge[] = []
  for (const change of edges) {
    if (change.type === 'removed') {
      removedEdges.push(createEdge(`removed ${change.index}`, change.edge, 'removed'))
    } else if (change.type !== 'reordered') {
      changes.set(change.index, change.type)
      const { from, to } = change.edge
      const isRerouted =
        change.type === 'changed' && (change.before.to !== to || change.before.from !== from)
      if (isRerouted)
        removedEdges.push(createEdge(`moved ${change.wasIndex}`, change.before, 'removed'))
    }
  }
  return [
    ...after.edges.map((edge, index) => createEdge(String(index), edge, changes.get(index))),
    ...removedEdges,
  ]
}
