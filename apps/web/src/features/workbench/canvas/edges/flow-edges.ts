import type { GraphDocument, GraphEdge } from '@lathe/contract'
import type { Connection, Edge } from '@xyflow/react'
import { edgeKeys, isSameList, type Selection } from '../../store/selection.ts'

export type WayEdge = Edge<{ way: GraphEdge; index: number }, 'way'>

const OUT = 'out'

/** xyflow's handles have names; the plain way on has none in the document. */
export const handleOf = (port: string | null | undefined) => (port == null ? OUT : `port:${port}`)

export const portOfHandle = (handle: string | null | undefined): string | null =>
  handle?.startsWith('port:') ? handle.slice('port:'.length) : null

/** The edge a connection would make. */
export function edgeOfConnection(
  connection: Pick<Connection, 'source' | 'target' | 'sourceHandle'>,
) {
  const port = portOfHandle(connection.sourceHandle)
  const edge: GraphEdge = { from: connection.source, to: connection.target }
  return port === null ? edge : { ...edge, when: port }
}

/** An edge that has not changed is the very object of the time before. */
export function createEdges() {
  let last = new Map<string, WayEdge>()
  let list: WayEdge[] = []
  let before: { ways: readonly GraphEdge[]; selected: readonly string[] } | undefined

  return (document: GraphDocument, selection: Selection): WayEdge[] => {
    if (before?.ways === document.edges && before.selected === selection.edges) return list
    before = { ways: document.edges, selected: selection.edges }
    const selected = new Set(selection.edges)
    const keys = edgeKeys(document)
    const edges = document.edges.map((way, index) => {
      const id = keys[index] ?? ''
      const known = last.get(id)
      const isSelected = selected.has(id)
      const isSame =
        known?.data?.way === way && known.data.index === index && known.selected === isSelected
      return isSame ? known : flowEdge(id, way, index, isSelected)
    })
    if (isSameList(list, edges)) return list
    last = new Map(edges.map((edge) => [edge.id, edge]))
    list = edges
    return list
  }
}

const flowEdge = (id: string, way: GraphEdge, index: number, selected: boolean): WayEdge => ({
  id,
  type: 'way',
  source: way.from,
  target: way.to,
  sourceHandle: handleOf(way.when),
  targetHandle: 'in',
  data: { way, index },
  selected,
  ariaLabel: `From ${way.from}${way.when ? ` by ${way.when}` : ''} to ${way.to}`,
})
