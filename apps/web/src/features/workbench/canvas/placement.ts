import { type GraphDocument, END, type GraphNode, START } from '@lathe/contract'
import { moveNodes, addNode, connect, portsAt } from '@lathe/graph'
import { nodePositions, type Point } from '../../../lib/values/node-positions.ts'
import { edgeIndex, onlyOne, type Selection } from '../store/selection.ts'
import type { PaletteRequest } from './canvas-ui.ts'

/** Horizontal distance between the left sides of neighbouring cards. */
const STEP = 280

/**
 * Makes room for a card in a forward edge by moving the cards from its target on. Returns the
 * position of the new card, or undefined for a backward edge.
 */
export function makeRoom(
  document: GraphDocument,
  edgeIndex: number,
): { document: GraphDocument; at: Point } | undefined {
  const edge = document.edges[edgeIndex]
  const places = nodePositions(document)
  const [from, to] = [places[edge?.from ?? ''], places[edge?.to ?? '']]
  if (!from || !to || to[0] <= from[0]) return undefined
  const lack = Math.max(0, 2 * STEP - (to[0] - from[0]))
  const at: Point = [Math.round((from[0] + to[0] + lack) / 2), to[1]]
  if (lack === 0) return { document, at }
  const movedPositions = Object.entries(places).map(([id, [x, y]]): [string, Point] => [
    id,
    x >= to[0] ? [x + lack, y] : [x, y],
  ])
  return { document: moveNodes(document, Object.fromEntries(movedPositions)), at }
}

const WIDTH = 220
const HEIGHT = 110

/** Returns the preferred position, or the first one below it that overlaps no card. */
export function findFreePosition(document: GraphDocument, [x, y]: Point): Point {
  const occupied = Object.values(nodePositions(document))
  let top = Math.round(y)
  while (occupied.some(([cx, cy]) => Math.abs(cx - x) < WIDTH && Math.abs(cy - top) < HEIGHT)) {
    top += HEIGHT / 2
  }
  return [Math.round(x), top]
}

const ORIGIN: Point = [0, 0]
const GAP = 280
const NEAR = 220

/** Places the first node between start and end, connected to both. */
export function addFirstNode(document: GraphDocument, node: GraphNode, preferred: Point) {
  const positions = nodePositions(document)
  const start = positions[START] ?? ORIGIN
  const end = positions[END] ?? ORIGIN
  const position = positionRightOfStart(start, preferred)
  const added = addNode(document, node, { at: position })
  const clear: Point = end[0] >= position[0] + GAP ? end : [position[0] + GAP, position[1]]
  const placed = moveNodes(added.document, { [START]: start, [END]: clear })
  const open = { ...placed, edges: placed.edges.filter(({ from }) => from !== START) }
  const ports = portsAt(open, added.id).filter(({ role }) => role !== 'error')
  const edges = [
    { from: START, to: added.id },
    ...ports.map(({ name }) => ({
      from: added.id,
      to: END,
      ...(name !== null && { when: name }),
    })),
  ]
  return { ...added, document: edges.reduce(connected, open) }
}

/**
 * Aligns the node with the start card if it is about as high: the middle of the viewport is a
 * little lower.
 */
function positionRightOfStart([sx, sy]: Point, [x, y]: Point): Point {
  if (Math.abs(y - sy) >= NEAR / 2) return [Math.round(x), Math.round(y)]
  return Math.abs(x - sx) < NEAR ? [sx + GAP, sy] : [Math.round(x), sy]
}

function connected(document: GraphDocument, edge: GraphDocument['edges'][number]): GraphDocument {
  const edit = connect(document, edge)
  return edit.ok ? edit.document : document
}

/**
 * Returns where a new node goes: into the selected edge, after the selected node by a free port, or
 * into its only outgoing edge.
 */
export function insertionPoint(
  document: GraphDocument,
  selection: Selection,
): Pick<PaletteRequest, 'from' | 'edgeIndex'> {
  const selected = onlyOne(selection)
  if (selected?.type === 'edge') return { edgeIndex: edgeIndex(document, selected.key) }
  if (!selected) return {}
  const from = firstFreePort(document, selected.id)
  if (from) return { from }
  const [onlyIndex, ...otherIndices] = [...document.edges.keys()].filter((index) => {
    const edge = document.edges[index]
    return edge?.from === selected.id && edge.when !== 'error'
  })
  return onlyIndex === undefined || otherIndices.length > 0 ? {} : { edgeIndex: onlyIndex }
}

/**
 * Returns the first free port of a node except the error port, or undefined if all are connected.
 */
export function firstFreePort(
  document: GraphDocument,
  node: string,
): { node: string; port: string | null } | undefined {
  const free = portsAt(document, node).find(
    ({ name, role }) =>
      role !== 'error' &&
      !document.edges.some((edge) => edge.from === node && (edge.when ?? null) === name),
  )
  return free && { node, port: free.name }
}
