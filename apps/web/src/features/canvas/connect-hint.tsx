import { useConnection } from '@xyflow/react'
import { useDocument } from '../workbench/workbench-context.ts'
import styles from './canvas.module.css'
import { refusalOf } from './use-connections.ts'

/** While an edge is drawn: why it may not end here, or what letting go does. */
export function ConnectHint() {
  const document = useDocument()
  const connection = useConnection()
  if (!connection.inProgress) return null
  const reason = refusalOf(document, connection)
  return (
    <p className={styles.connecting} role="status" data-refused={reason !== undefined || undefined}>
      {reason ??
        (connection.toNode
          ? 'Let go to connect'
          : 'Let go on a node, or in the void for a new one')}
    </p>
  )
}
