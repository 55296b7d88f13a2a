import { leadOnward } from '@lathe/graph'
import type { Connection, FinalConnectionState } from '@xyflow/react'
import { useReactFlow } from '@xyflow/react'
import { useCallback, type RefObject } from 'react'
import { showToast } from '../../../../ui/feedback/undo-toast.tsx'
import { useWorkbench } from '../../workbench-context.ts'
import { useCanvasUiStore } from '../canvas-ui.ts'
import { moveEdge, connectionProblem, rejectionReason } from './connections.ts'
import { connectionEdge, handlePort, type FlowEdge } from './flow-edges.ts'

const CARD_WIDTH = 200

/** Handles drawing edges: validates connections and opens the palette on a drop on the empty canvas. */
export function useConnections(frame: RefObject<HTMLElement | null>) {
  const { store } = useWorkbench()
  const ui = useCanvasUiStore()
  const { screenToFlowPosition } = useReactFlow()

  const isValidConnection = useCallback(
    (connection: Connection | FlowEdge) =>
      connectionProblem(store.getState().document, ui.getState().movedEdge, connection) ===
      undefined,
    [store, ui],
  )

  const onConnect = useCallback(
    (connection: Connection) => {
      const { document } = store.getState()
      const edit = leadOnward(document, connectionEdge(connection))
      if (!edit.ok) return
      store.edit(() => edit.document)
      if (edit.document.edges.length > document.edges.length) return
      showToast('Replaced the edge to the end')
    },
    [store],
  )

  const onReconnectStart = useCallback(
    (_event: unknown, { id }: FlowEdge) => ui.setState({ movedEdge: id }),
    [ui],
  )

  const onReconnect = useCallback(
    ({ id }: FlowEdge, connection: Connection) =>
      store.edit((document) => moveEdge(document, id, connection)),
    [store],
  )

  const onReconnectEnd = useCallback(() => ui.setState({ movedEdge: undefined }), [ui])

  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      const { movedEdge } = ui.getState()
      if (state.isValid || !state.fromNode) return
      if (state.toNode) {
        const reason = rejectionReason(store.getState().document, movedEdge, state)
        if (reason !== undefined) showToast(reason, 'error')
        return
      }
      // The moved edge stays unchanged.
      if (movedEdge !== undefined) return
      const pointer = 'changedTouches' in event ? event.changedTouches[0] : event
      const corner = frame.current?.getBoundingClientRect()
      if (!state.fromHandle || !pointer || !corner) return
      const place = screenToFlowPosition({ x: pointer.clientX, y: pointer.clientY })
      const isForward = state.fromHandle.type === 'source'
      ui.setState({
        palette: {
          screenPosition: [pointer.clientX - corner.left, pointer.clientY - corner.top],
          position: [place.x - (isForward ? 0 : CARD_WIDTH), place.y - 20],
          ...(isForward
            ? { from: { node: state.fromNode.id, port: handlePort(state.fromHandle.id) } }
            : { to: state.fromNode.id }),
        },
      })
    },
    [store, ui, frame, screenToFlowPosition],
  )

  return {
    isValidConnection,
    onConnect,
    onConnectEnd,
    onReconnectStart,
    onReconnect,
    onReconnectEnd,
  }
}
