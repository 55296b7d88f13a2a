import { connect, connectProblem, setEdge } from '@lathe/graph'
import type { Connection, FinalConnectionState } from '@xyflow/react'
import { useReactFlow } from '@xyflow/react'
import { useCallback, type RefObject } from 'react'
import { showToast } from '../../ui/undo-toast.tsx'
import { edgeIndex } from '../workbench/store/edge-keys.ts'
import { useWorkbench } from '../workbench/workbench-context.ts'
import { useCanvasUiStore } from './canvas-ui.ts'
import { edgeOfConnection, portOfHandle, type WayEdge } from './flow-edges.ts'

/** Drawing edges: what may be connected, and what happens when an edge is let go in the void. */
export function useConnections(frame: RefObject<HTMLElement | null>) {
  const { store } = useWorkbench()
  const ui = useCanvasUiStore()
  const { screenToFlowPosition } = useReactFlow()

  const isValidConnection = useCallback(
    (connection: Connection | WayEdge) =>
      connectProblem(store.getState().document, edgeOfConnection(connectionOf(connection))) ===
      null,
    [store],
  )

  const onConnect = useCallback(
    (connection: Connection) => {
      store.edit((document) => {
        const edit = connect(document, edgeOfConnection(connection))
        return edit.ok ? edit.document : document
      })
    },
    [store],
  )

  const onReconnect = useCallback(
    (old: WayEdge, connection: Connection) => {
      store.edit((document) => {
        const index = edgeIndex(document, old.id)
        const before = document.edges[index]
        if (!before) return document
        const { when: _, ...kept } = before
        const edit = setEdge(document, index, { ...kept, ...edgeOfConnection(connection) })
        return edit.ok ? edit.document : document
      })
    },
    [store],
  )

  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      if (state.isValid || !state.fromNode) return
      if (state.toNode) {
        const reason = refusalOf(store.getState().document, state)
        if (reason !== undefined) showToast(reason, 'error')
        return
      }
      const pointer = 'changedTouches' in event ? event.changedTouches[0] : event
      const corner = frame.current?.getBoundingClientRect()
      if (state.fromHandle?.type !== 'source' || !pointer || !corner) return
      const place = screenToFlowPosition({ x: pointer.clientX, y: pointer.clientY })
      ui.setState({
        palette: {
          at: [pointer.clientX - corner.left, pointer.clientY - corner.top],
          place: [place.x, place.y - 20],
          from: { node: state.fromNode.id, port: portOfHandle(state.fromHandle.id) },
        },
      })
    },
    [store, ui, frame, screenToFlowPosition],
  )

  return { isValidConnection, onConnect, onReconnect, onConnectEnd }
}

const connectionOf = (connection: Connection | WayEdge) => ({
  source: connection.source,
  target: connection.target,
  sourceHandle: connection.sourceHandle ?? null,
})

type Ends = Pick<FinalConnectionState, 'fromNode' | 'fromHandle' | 'toNode'>

/** Why these two cannot be connected the way they are being drawn. */
export function refusalOf(
  document: Parameters<typeof connectProblem>[0],
  { fromNode, fromHandle, toNode }: Ends,
): string | undefined {
  if (!fromNode || !fromHandle || !toNode) return undefined
  const isForward = fromHandle.type === 'source'
  const [source, target] = isForward ? [fromNode.id, toNode.id] : [toNode.id, fromNode.id]
  const sourceHandle = isForward ? (fromHandle.id ?? null) : null
  const edge = edgeOfConnection({ source, target, sourceHandle })
  return connectProblem(document, edge) ?? undefined
}
