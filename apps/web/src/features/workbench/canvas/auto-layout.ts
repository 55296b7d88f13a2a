import type { GraphDocument } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import type { ELK, ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js'
import elkWorkerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { Point } from '../../../lib/values/node-positions.ts'
import { portHandle } from './edges/flow-edges.ts'

export type CardSize = {
  width: number
  height: number
  /** Edge anchors by handle name, in pixels from the card's top left corner. */
  handles?: Readonly<Record<string, Point>>
}
export type Sizes = Readonly<Record<string, CardSize | undefined>>

const DEFAULT_SIZE: CardSize = { width: 200, height: 90 }

const LAYER_GAP = 80

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.spacing.nodeNodeBetweenLayers': String(LAYER_GAP),
  // A run adds a line to each card.
  'elk.spacing.nodeNode': '56',
  'elk.spacing.edgeNode': '28',
  // The other strategies take minutes, or overflow the stack, for some hundred nodes.
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  // Breaks cycles against the run direction instead of minimizing the reversed edges.
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
}

let elk: Promise<ELK> | undefined

const loadElk = () =>
  (elk ??= import('elkjs/lib/elk-api.js').then(
    ({ default: Elk }) => new Elk({ workerFactory: () => new Worker(elkWorkerUrl) }),
  ))

/**
 * Converts a document for ELK: start first, end last if an edge leads to it, edges attached to
 * their ports.
 */
export function elkGraph(document: GraphDocument, sizes: Sizes): ElkNode {
  const children = [START, ...Object.keys(document.nodes), ...(hasEnd(document) ? [END] : [])].map(
    (id) => elkNode(id, sizes[id]),
  )
  const knownIds = new Set(
    children.flatMap(({ id, ports = [] }) => [id, ...ports.map((port) => port.id)]),
  )
  const portOr = (node: string, handle: string) =>
    knownIds.has(portId(node, handle)) ? portId(node, handle) : node
  const edges: ElkExtendedEdge[] = document.edges.flatMap(({ from, to, when }, index) =>
    knownIds.has(from) && knownIds.has(to)
      ? [
          {
            id: String(index),
            sources: [portOr(from, portHandle(when))],
            targets: [portOr(to, 'in')],
          },
        ]
      : [],
  )
  return { id: 'root', layoutOptions: OPTIONS, children, edges }
}

const portId = (node: string, handle: string) => `${node} ${handle}`

const LAYERS: Record<string, LayoutOptions> = {
  [START]: { 'elk.layered.layering.layerConstraint': 'FIRST' },
  [END]: { 'elk.layered.layering.layerConstraint': 'LAST' },
}

function elkNode(id: string, size = DEFAULT_SIZE): ElkNode {
  const { width, height, handles } = size
  if (!handles) return { id, width, height, layoutOptions: LAYERS[id] ?? {} }
  const ports = Object.entries(handles).map(([handle, [x, y]]) => ({
    id: portId(id, handle),
    x,
    y,
    layoutOptions: { 'elk.port.side': x <= 0 ? 'WEST' : x >= width ? 'EAST' : 'SOUTH' },
  }))
  const layoutOptions = { ...LAYERS[id], 'elk.portConstraints': 'FIXED_POS' }
  return { id, width, height, ports, layoutOptions }
}

/** Returns the positions of all cards, laid out left to right in a worker. */
export async function autoLayout(
  document: GraphDocument,
  sizes: Sizes,
): Promise<Record<string, Point>> {
  const layouter = await loadElk()
  const { children = [], width = 0 } = await layouter.layout(elkGraph(document, sizes))
  const positions = Object.fromEntries(
    children.map(({ id, x = 0, y = 0 }): [string, Point] => [id, [Math.round(x), Math.round(y)]]),
  )
  const endPosition: Point = [Math.round(width) + LAYER_GAP, positions[START]?.[1] ?? 0]
  return { [END]: endPosition, ...positions }
}

const hasEnd = ({ edges }: GraphDocument) => edges.some(({ to }) => to === END)
