import { useConnection } from '@xyflow/react'
import { useDocument } from '../workbench/workbench-context.ts'
import { useCanvasUi } from './canvas-ui.ts'
import styles from './canvas.module.css'
import { refusalOf } from './connections.ts'

/** While an edge is drawn: why it may not end here, or what letting go does. */
export function ConnectHint() {
  const document = useDocument()
  const connection = useConnection()
  const movedEdge = useCanvasUi((ui) => ui.movedEdge)
  if (!connection.inProgress) return null
  const reason = refusalOf(document, movedEdge, connection)
  return (
    <p className={styles.connecting} role="status" data-refused={reason !== undefined || undefined}>
      {reason ??
        (connection.toNode
          ? 'Let go to connect'
          : movedEdge === undefined
            ? 'Let go on a node, or in the void for a new one'
            : 'Let go on a node, or in the void to leave it as it was')}
    </p>
  )
}
