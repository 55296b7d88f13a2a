import type { TraceThread } from '@lathe/contract'
import { formatTerm } from '@lathe/traces'

/** As the server is asked for the traces of a thread. */
export const threadInput = ({ threadId, project }: Pick<TraceThread, 'threadId' | 'project'>) => ({
  threadId,
  ...(project !== null && { project }),
})

/** As the list of traces is. */
export const threadFilter = ({ threadId, project }: Pick<TraceThread, 'threadId' | 'project'>) => ({
  filter: formatTerm('thread', threadId),
  ...(project !== null && { project }),
})
