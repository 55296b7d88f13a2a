import { useConnection } from '@xyflow/react'
import { useBench } from '../workbench-context.ts'
import { useCanvasUi } from './canvas-ui.ts'
import styles from './canvas.module.css'
import { refusalOf } from './connections.ts'

/** While an edge is drawn: why it may not end here, or what letting go does. */
export function ConnectHint() {
  const connection = useConnection()
  const movedEdge = useCanvasUi((ui) => ui.movedEdge)
  const reason = useBench(({ document }) =>
    connection.inProgress ? refusalOf(document, movedEdge, connection) : undefined,
  )
  if (!connection.inProgress) return null
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
