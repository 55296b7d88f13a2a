import type { GraphDocument, GraphEdge } from '@lathe/contract'
import type { Connection, Edge } from '@xyflow/react'
import { edgeKeys, isSameList, type Selection } from '../../store/selection.ts'

export type FlowEdge = Edge<{ edge: GraphEdge; index: number }, 'edge'>

const OUT_PORT = 'out'

/** xyflow handles need a name, also for a port without one. */
export const portHandle = (port: string | null | undefined) =>
  port == null ? OUT_PORT : `port:${port}`

export const handlePort = (handle: string | null | undefined): string | null =>
  handle?.startsWith('port:') ? handle.slice('port:'.length) : null

/** Returns the edge that a connection would create. */
export function connectionEdge(connection: Pick<Connection, 'source' | 'target' | 'sourceHandle'>) {
  const port = handlePort(connection.sourceHandle)
  const edge: GraphEdge = { from: connection.source, to: connection.target }
  return port === null ? edge : { ...edge, when: port }
}

/** Creates the edges and reuses unchanged edges and lists, so that xyflow skips them. */
export function createEdges() {
  let last = new Map<string, FlowEdge>()
  let list: FlowEdge[] = []
  let before: { edges: readonly GraphEdge[]; selected: readonly string[] } | undefined

  return (document: GraphDocument, selection: Selection): FlowEdge[] => {
    if (before?.edges === document.edges && before.selected === selection.edges) return list
    before = { edges: document.edges, selected: selection.edges }
    const selected = new Set(selection.edges)
    const keys = edgeKeys(document)
    const edges = document.edges.map((edge, index) => {
      const id = keys[index] ?? ''
      const cached = last.get(id)
      const isSelected = selected.has(id)
      const isSameEdge =
        cached?.data?.edge === edge && cached.data.index === index && cached.selected === isSelected
      return isSameEdge ? cached : flowEdge(id, edge, index, isSelected)
    })
    if (isSameList(list, edges)) return list
    last = new Map(edges.map((edge) => [edge.id, edge]))
    list = edges
    return list
  }
}

const flowEdge = (id: string, edge: GraphEdge, index: number, selected: boolean): FlowEdge => ({
  id,
  type: 'edge',
  source: edge.from,
  target: edge.to,
  sourceHandle: portHandle(edge.when),
  targetHandle: 'in',
  data: { edge, index },
  selected,
  ariaLabel: `From ${edge.from}${edge.when ? ` by ${edge.when}` : ''} to ${edge.to}`,
})
