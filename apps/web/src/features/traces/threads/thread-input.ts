import type { Trace, TraceThread } from '@lathe/contract'
import { ANY_ENVIRONMENT } from '@lathe/contract/environments'
import { formatTerm } from '@lathe/traces'
import { shortId } from '../../../lib/format.ts'

/** Threads of several projects may have the same id. */
type Place = {
  threadId: string
  /** Its name, or its id once it is deleted. */ project: string | null
}

export const placeOf = (thread: TraceThread): Place => ({
  threadId: thread.threadId,
  project: placedIn(thread),
})

/** A project as addresses and filters name it. */
export const placedIn = ({ project, projectId }: Pick<Trace, 'project' | 'projectId'>) =>
  project ?? projectId

export const projectName = ({ project, projectId }: Pick<Trace, 'project' | 'projectId'>) =>
  project ?? (projectId === null ? null : `deleted project ${shortId(projectId)}`)

const OF_NO_PROJECT = '-project:*'

/** As the server is asked for the traces of a thread. */
export const threadInput = ({ threadId, project }: Place) => ({
  threadId,
  environment: [ANY_ENVIRONMENT],
  ...(project === null ? { filter: OF_NO_PROJECT } : { project }),
})

/** As the list of traces is. */
export const threadFilter = ({ threadId, project }: Place) =>
  project === null
    ? { filter: `${formatTerm('thread', threadId)} ${OF_NO_PROJECT}` }
    : { filter: formatTerm('thread', threadId), project }
