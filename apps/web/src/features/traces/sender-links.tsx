import type { Trace } from '@lathe/contract'
import { formatTerm } from '@lathe/traces'
import { Link } from '@tanstack/react-router'
import styles from './traces.module.css'

/** Of a trace another program sent: to all of its project, and of its conversation. */
export function SenderLinks({ trace }: { trace: Pick<Trace, 'project' | 'threadId'> }) {
  const { project, threadId } = trace
  return (
    <>
      {project !== null && (
        <Link
          to="/traces"
          search={{ project }}
          className={styles.agentLink}
          title="All traces of this project"
        >
          {project}
        </Link>
      )}
      {threadId !== null && (
        <Link
          to="/traces"
          search={{ filter: formatTerm('thread', threadId) }}
          className={styles.agentLink}
          title={`All traces of the conversation ${threadId}`}
        >
          Thread
        </Link>
      )}
    </>
  )
}
