import { type GraphDocument, END, type GraphNode, START } from '@lathe/contract'
import { moveNodes, addNode, connect, portsAt } from '@lathe/graph'
import { nodePositions, type Point } from '../../../lib/values/node-positions.ts'
import { edgeIndex, singleSelection, type Selection } from '../store/selection.ts'
import type { PaletteRequest } from './canvas-ui.ts'

/** Horizontal distance between the left sides of neighbouring cards. */
const STEP = 280

/**
 * Makes room for a card in a forward edge by moving the cards from its target on. Returns the
 * position of the new card, or undefined for a backward edge.
 */
export function makeSpace(
  document: GraphDocument,
  edgeIndex: number,
): { document: GraphDocument; position: Point } | undefined {
  const edge = document.edges[edgeIndex]
  const positions = nodePositions(document)
  const [from, to] = [positions[edge?.from ?? ''], positions[edge?.to ?? '']]
  if (!from || !to || to[0] <= from[0]) return undefined
  const missingSpace = Math.max(0, 2 * STEP - (to[0] - from[0]))
  const position: Point = [Math.round((from[0] + to[0] + missingSpace) / 2), to[1]]
  if (missingSpace === 0) return { document, position }
  const movedPositions = Object.entries(positions).map(([id, [x, y]]): [string, Point] => [
    id,
    x >= to[0] ? [x + missingSpace, y] : [x, y],
  ])
  return { document: moveNodes(document, Object.fromEntries(movedPositions)), position }
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
const NEAR_DISTANCE = 220

/** Places the first node between start and end, connected to both. */
export function addFirstNode(document: GraphDocument, node: GraphNode, preferred: Point) {
  const positions = nodePositions(document)
  const start = positions[START] ?? ORIGIN
  const end = positions[END] ?? ORIGIN
  const position = positionRightOfStart(start, preferred)
  const added = addNode(document, node, { at: position })
  const clear: Point = end[0] >= position[0] + GAP ? end : [position[0] + GAP, position[1]]
  const placedDocument = moveNodes(added.document, { [START]: start, [END]: clear })
  const open = {
    ...placedDocument,
    edges: placedDocument.edges.filter(({ from }) => from !== START),
  }
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
  if (Math.abs(y - sy) >= NEAR_DISTANCE / 2) return [Math.round(x), Math.round(y)]
  return Math.abs(x - sx) < NEAR_DISTANCE ? [sx + GAP, sy] : [Math.round(x), sy]
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
  const selected = singleSelection(selection)
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
  const freePort = portsAt(document, node).find(
    ({ name, role }) =>
      role !== 'error' &&
      !document.edges.some((edge) => edge.from === node && (edge.when ?? null) === name),
  )
  return freePort && { node, port: freePort.name }
}
