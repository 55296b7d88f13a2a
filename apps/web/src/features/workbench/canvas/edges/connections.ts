import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { connectProblem, disconnect, setEdge } from '@lathe/graph'
import type { Connection, FinalConnectionState } from '@xyflow/react'
import { edgeIndex } from '../../store/selection.ts'
import { connectionEdge } from './flow-edges.ts'

type Ends = Pick<FinalConnectionState, 'fromNode' | 'fromHandle' | 'toNode' | 'toHandle'>
type ConnectionEnds = Pick<Connection, 'source' | 'target'> & { sourceHandle?: string | null }

/** Why these two cannot be connected, if not. An edge one of whose ends is being moved is not in its own way. */
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

/** Why the edge may not end where the pointer is. */
export function rejectionReason(
  document: GraphDocument,
  movedEdge: string | undefined,
  { fromNode, fromHandle, toNode, toHandle }: Ends,
): string | undefined {
  if (!fromNode || !fromHandle || !toNode) return undefined
  const connection =
    fromHandle.type === 'source'
      ? { source: fromNode.id, target: toNode.id, sourceHandle: fromHandle.id ?? null }
      : { source: toNode.id, target: fromNode.id, sourceHandle: toHandle?.id ?? null }
  return connectionProblem(document, movedEdge, connection)
}

/** The edge between other ends, or the very same document where it cannot be, or has come back to where it was. */
export function moveEdge(document: GraphDocument, id: string, connection: Connection) {
  const index = edgeIndex(document, id)
  const before = document.edges[index]
  if (!before) return document
  const after = reconnectEdge(before, connectionEdge(connection))
  const isSame = after.from === before.from && after.to === before.to && after.when === before.when
  if (isSame) return document
  const edit = setEdge(document, index, after)
  return edit.ok ? edit.document : document
}

/** All else an edge says goes along; the port does not. */
function reconnectEdge(before: GraphEdge, ends: GraphEdge): GraphEdge {
  const after = { ...before, ...ends }
  if (ends.when === undefined) delete after.when
  return after
}
