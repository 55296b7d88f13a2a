import type { Trace } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { placedIn, projectName } from './threads/thread-input.ts'
import styles from './traces.module.css'

/** Of a trace another program sent: to all of its project, and of its conversation. */
export function SenderLinks({
  trace,
}: {
  trace: Pick<Trace, 'project' | 'projectId' | 'threadId'>
}) {
  const { threadId } = trace
  const project = placedIn(trace)
  return (
    <>
      {project !== null && (
        <Link
          to="/traces"
          search={{ project }}
          className={styles.agentLink}
          title="All traces of this project"
        >
          {projectName(trace)}
        </Link>
      )}
      {threadId !== null && (
        <Link
          to="/traces/threads/$thread"
          params={{ thread: threadId }}
          search={{ project: project ?? undefined }}
          className={styles.agentLink}
          title={`The conversation ${threadId}, turn by turn`}
        >
          Thread
        </Link>
      )}
    </>
  )
}
