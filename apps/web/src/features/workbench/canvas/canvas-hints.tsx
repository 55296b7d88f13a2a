import { useConnection } from '@xyflow/react'
import { cardTitle } from '../../../lib/format/node-summary.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import { singleSelection } from '../store/selection.ts'
import { useWorkbenchState } from '../workbench-context.ts'
import { useCanvasUi } from './canvas-ui.ts'
import styles from './canvas.module.css'
import { rejectionReason } from './edges/connections.ts'

/** While an edge is created by keyboard: its ends and the next keys. */
export function LinkHint() {
  const linking = useCanvasUi((ui) => ui.linking)
  const from = useWorkbenchState(({ document }) => linking && cardTitle(document, linking.node))
  const to = useWorkbenchState(({ document, selection }) => {
    const selected = singleSelection(selection)
    return selected?.type === 'node' && selected.id !== linking?.node
      ? cardTitle(document, selected.id)
      : undefined
  })
  if (!linking) return null
  return (
    <p className={styles.connecting} role="status">
      {from}
      {linking.port !== null && ` by ${linking.port}`} → {to ?? '…'}{' '}
      {to === undefined ? (
        <>
          Move to a node with the arrow keys; <Keys keys="c" /> selects the next port
        </>
      ) : (
        <>
          <Keys keys="enter" /> connects, <Keys keys="escape" /> cancels
        </>
      )}
    </p>
  )
}

/** While an edge is dragged: why it cannot end here, or the effect of dropping it. */
export function ConnectHint() {
  const connection = useConnection()
  const movedEdge = useCanvasUi((ui) => ui.movedEdge)
  const reason = useWorkbenchState(({ document }) =>
    connection.inProgress ? rejectionReason(document, movedEdge, connection) : undefined,
  )
  if (!connection.inProgress) return null
  return (
    <p className={styles.connecting} role="status" data-refused={reason !== undefined || undefined}>
      {reason ??
        (connection.toNode
          ? 'Drop to connect'
          : movedEdge === undefined
            ? 'Drop on a node, or on empty canvas to add a new one'
            : 'Drop on a node, or on empty canvas to cancel')}
    </p>
  )
}

/** Shown on a graph without nodes. */
export function EmptyHint() {
  const isEmpty = useWorkbenchState((state) => Object.keys(state.document.nodes).length === 0)
  const isPaletteOpen = useCanvasUi((ui) => ui.palette !== undefined)
  if (!isEmpty || isPaletteOpen) return null
  return (
    <p className={styles.empty}>
      Drag from Start onto the empty canvas, double-click, or press <Keys keys="n" /> to add the
      first node.
    </p>
  )
}
