import type { GraphDocument } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import elkWorkerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { Point } from '../../lib/node-places.ts'

export type Sizes = Readonly<Record<string, { width: number; height: number } | undefined>>

const DEFAULT_SIZE = { width: 200, height: 90 }

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '80',
  'elk.spacing.nodeNode': '40',
  // The other strategies take minutes, or the whole stack, for some hundred nodes.
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
}

let elk: Promise<ELK> | undefined

const loadElk = () =>
  (elk ??= import('elkjs/lib/elk-api.js').then(
    ({ default: Elk }) => new Elk({ workerFactory: () => new Worker(elkWorkerUrl) }),
  ))

/** What ELK is told of a document: start first, end last, loops drawn as ways back. */
export function elkGraph(document: GraphDocument, sizes: Sizes): ElkNode {
  const children = [START, ...Object.keys(document.nodes), END].map((id) => ({
    id,
    ...(sizes[id] ?? DEFAULT_SIZE),
    layoutOptions:
      id === START
        ? { 'elk.layered.layering.layerConstraint': 'FIRST' }
        : id === END
          ? { 'elk.layered.layering.layerConstraint': 'LAST' }
          : {},
  }))
  const known = new Set(children.map((child) => child.id))
  const edges: ElkExtendedEdge[] = document.edges.flatMap((edge, index) =>
    known.has(edge.from) && known.has(edge.to)
      ? [{ id: String(index), sources: [edge.from], targets: [edge.to] }]
      : [],
  )
  return { id: 'root', layoutOptions: OPTIONS, children, edges }
}

/** Places of all cards, left to right; computed in a worker. */
export async function autoLayout(
  document: GraphDocument,
  sizes: Sizes,
): Promise<Record<string, Point>> {
  const layouter = await loadElk()
  const { children = [] } = await layouter.layout(elkGraph(document, sizes))
  return Object.fromEntries(
    children.map(({ id, x = 0, y = 0 }): [string, Point] => [id, [Math.round(x), Math.round(y)]]),
  )
}
