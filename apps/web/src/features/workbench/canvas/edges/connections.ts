import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { connectProblem, disconnect, setEdge } from '@lathe/graph'
import type { Connection, FinalConnectionState } from '@xyflow/react'
import { edgeIndex } from '../../store/selection.ts'
import { connectionEdge } from './flow-edges.ts'

type DroppedConnection = Pick<
  FinalConnectionState,
  'fromNode' | 'fromHandle' | 'toNode' | 'toHandle'
>
type ConnectionEnds = Pick<Connection, 'source' | 'target'> & { sourceHandle?: string | null }

/** Returns why two nodes cannot be connected, if so. Ignores the edge that is being moved. */
export function connectionProblem(
  document: GraphDocument,
  movedEdge: string | undefined,
  { source, target, sourceHandle = null }: ConnectionEnds,
): string | undefined {
  const edge = connectionEdge({ source, target, sourceHandle })
  const index = movedEdge === undefined ? -1 : edgeIndex(document, movedEdge)
  const before = document.edges[index]
  const problem = before
    ? connectProblem(disconnect(document, index), reconnectEdge(before, edge))
    : connectProblem(document, edge)
  return problem ?? undefined
}

/** Returns why the edge cannot end at the pointer. */
export function rejectionReason(
  document: GraphDocument,
  movedEdge: string | undefined,
  { fromNode, fromHandle, toNode, toHandle }: DroppedConnection,
): string | undefined {
  if (!fromNode || !fromHandle || !toNode) return undefined
  const connection =
    fromHandle.type === 'source'
      ? { source: fromNode.id, target: toNode.id, sourceHandle: fromHandle.id ?? null }
      : { source: toNode.id, target: fromNode.id, sourceHandle: toHandle?.id ?? null }
  return connectionProblem(document, movedEdge, connection)
}

/** Reconnects an edge. Returns the same document if the connection is invalid or unchanged. */
export function moveEdge(document: GraphDocument, id: string, connection: Connection) {
  const index = edgeIndex(document, id)
  const before = document.edges[index]
  if (!before) return document
  const after = reconnectEdge(before, connectionEdge(connection))
  const isUnchanged =
    after.from === before.from && after.to === before.to && after.when === before.when
  if (isUnchanged) return document
  const edit = setEdge(document, index, after)
  return edit.ok ? edit.document : document
}

/** Keeps the edge's other members. Only the port is replaced. */
function reconnectEdge(before: GraphEdge, newEnds: GraphEdge): GraphEdge {
  const after = { ...before, ...newEnds }
  if (newEnds.when === undefined) delete after.when
  return after
}
