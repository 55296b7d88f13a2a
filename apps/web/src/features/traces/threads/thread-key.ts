import type { Trace, TraceThread } from '@lathe/contract'
import { ANY_ENVIRONMENT } from '@lathe/contract/environments'
import { formatTerm } from '@lathe/traces'
import { shortId } from '../../../lib/format/format.ts'

/** Identifies a thread: several projects can use the same id. */
type ThreadKey = {
  threadId: string
  /** Project name, or its id if it was deleted. */ project: string | null
}

export const toThreadKey = (thread: TraceThread): ThreadKey => ({
  threadId: thread.threadId,
  project: threadProject(thread),
})

/** The project as used in links and filters. */
export const threadProject = ({ project, projectId }: Pick<Trace, 'project' | 'projectId'>) =>
  project ?? projectId

export const projectName = ({ project, projectId }: Pick<Trace, 'project' | 'projectId'>) =>
  project ?? (projectId === null ? null : `deleted project ${shortId(projectId)}`)

const NO_PROJECT_TERM = '-project:*'

/** Request input for the traces of a thread. */
export const threadInput = ({ threadId, project }: ThreadKey) => ({
  threadId,
  environment: [ANY_ENVIRONMENT],
  ...(project === null ? { filter: NO_PROJECT_TERM } : { project }),
})

/** Filter of the trace list for a thread. */
export const threadFilter = ({ threadId, project }: ThreadKey) =>
  project === null
    ? { filter: `${formatTerm('thread', threadId)} ${NO_PROJECT_TERM}` }
    : { filter: formatTerm('thread', threadId), project }
