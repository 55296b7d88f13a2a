import { END, type GraphDocument, type GraphNode, START } from '@lathe/contract'
import { addNode, connect, moveNodes, portsAt } from '@lathe/graph'
import { placesOf, type Point } from '../../../lib/node-places.ts'

const ORIGIN: Point = [0, 0]
const GAP = 280
const NEAR = 220

/** A graph's only node stands between its start and its end: what it is asked goes in, what it gives comes out. */
export function addFirstNode(document: GraphDocument, node: GraphNode, wanted: Point) {
  const stood = placesOf(document)
  const start = stood[START] ?? ORIGIN
  const end = stood[END] ?? ORIGIN
  const at = besideStart(start, wanted)
  const added = addNode(document, node, { at })
  const clear: Point = end[0] >= at[0] + GAP ? end : [at[0] + GAP, at[1]]
  const placed = moveNodes(added.document, { [START]: start, [END]: clear })
  const open = { ...placed, edges: placed.edges.filter(({ from }) => from !== START) }
  const ways = portsAt(open, added.id).filter(({ role }) => role !== 'error')
  const edges = [
    { from: START, to: added.id },
    ...ways.map(({ name }) => ({
      from: added.id,
      to: END,
      ...(name !== null && { when: name }),
    })),
  ]
  return { ...added, document: edges.reduce(connected, open) }
}

/** About as high as the start it stands in its row: the middle of the view, where keys put it, is a little below. */
function besideStart([sx, sy]: Point, [x, y]: Point): Point {
  if (Math.abs(y - sy) >= NEAR / 2) return [Math.round(x), Math.round(y)]
  return Math.abs(x - sx) < NEAR ? [sx + GAP, sy] : [Math.round(x), sy]
}

function connected(document: GraphDocument, edge: GraphDocument['edges'][number]): GraphDocument {
  const edit = connect(document, edge)
  return edit.ok ? edit.document : document
}
