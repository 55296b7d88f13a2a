import { END, type GraphDocument, type GraphEdge, START } from '@lathe/contract'
import type { GraphDiff } from '@lathe/graph'
import type { Edge, Node } from '@xyflow/react'
import { placesOf, type Point } from '../../../lib/node-places.ts'
import { endSummary, nodeSummary, titleOf } from '../../../lib/node-summary.ts'
import type { ChangeType } from '../../../ui/change-mark.tsx'
import { type CardKind, kindTitle } from '../../../ui/node-kind-icon.tsx'

export type CardData = {
  kind: CardKind
  title: string
  summary: string
  change: ChangeType | undefined
}
export type DiffCard = Node<CardData, 'card'>
export type DiffWay = Edge<
  { way: GraphEdge; change: Exclude<ChangeType, 'renamed'> | undefined },
  'way'
>

/** Both graphs as one: what is there now where it stands now, and what is gone where it stood. */
export function pictureOf(before: GraphDocument, after: GraphDocument, diff: GraphDiff) {
  return { cards: cardsOf(before, after, diff), ways: waysOf(after, diff) }
}

function cardsOf(before: GraphDocument, after: GraphDocument, diff: GraphDiff): DiffCard[] {
  const changes = new Map<string, ChangeType>(
    diff.nodes.map((change) => [
      change.id,
      change.type === 'changed' && change.was !== change.id ? 'renamed' : change.type,
    ]),
  )
  for (const { on } of diff.ends) changes.set(on === 'input' ? START : END, 'changed')

  const places = placesOf(after)
  const here = [START, ...Object.keys(after.nodes), END].map((id) =>
    card(after, id, places[id] ?? [0, 0], changes.get(id)),
  )
  const gone = Object.keys(before.nodes).filter((id) => changes.get(id) === 'removed')
  const taken = Object.values(places)
  const stood = placesOf(before)
  const ghosts = gone.map((id) => {
    const at = freePlace(stood[id] ?? [0, 0], taken)
    taken.push(at)
    return card(before, id, at, 'removed')
  })
  return [...here, ...ghosts]
}

/** Room a card needs around its corner. */
const [WIDTH, HEIGHT] = [190, 110]

/** Further down, until it covers no other card. */
function freePlace([x, y]: Point, taken: readonly Point[]): Point {
  const isTaken = taken.some(
    ([left, top]) => Math.abs(left - x) < WIDTH && Math.abs(top - y) < HEIGHT,
  )
  return isTaken ? freePlace([x, y + HEIGHT], taken) : [x, y]
}

function card(
  document: GraphDocument,
  id: string,
  [x, y]: Point,
  change: ChangeType | undefined,
): DiffCard {
  const isEnd = id === START || id === END
  const node = isEnd ? undefined : document.nodes[id]
  const kind = isEnd ? id : (node?.kind ?? 'code')
  const title = titleOf(document, id)
  const summary = isEnd ? endSummary(document, id) : node ? nodeSummary(node) : ''
  return {
    id,
    type: 'card',
    position: { x, y },
    data: { kind, title, summary, change },
    // Walking by Tab goes from change to change.
    focusable: change !== undefined,
    ariaLabel: [kindTitle(kind), isEnd ? '' : title, change].filter(Boolean).join(', '),
  }
}

function waysOf(after: GraphDocument, { edges }: GraphDiff): DiffWay[] {
  const changes = new Map<number, 'added' | 'changed'>()
  const gone: DiffWay[] = []
  for (const change of edges) {
    if (change.type === 'removed') {
      gone.push(way(`removed ${change.index}`, change.edge, 'removed'))
    } else if (change.type !== 'reordered') {
      changes.set(change.index, change.type)
      const { from, to } = change.edge
      const isLedElsewhere =
        change.type === 'changed' && (change.before.to !== to || change.before.from !== from)
      if (isLedElsewhere) gone.push(way(`moved ${change.wasIndex}`, change.before, 'removed'))
    }
  }
  return [
    ...after.edges.map((edge, index) => way(String(index), edge, changes.get(index))),
    ...gone,
  ]
}

const way = (
  id: string,
  edge: GraphEdge,
  change: Exclude<ChangeType, 'renamed'> | undefined,
): DiffWay => ({
  id,
  type: 'way',
  source: edge.from,
  target: edge.to,
  data: { way: edge, change },
  focusable: false,
  ariaLabel: `From ${edge.from} to ${edge.to}${change ? `, ${change}` : ''}`,
})
