import { listUncounted, recountTraces } from './recount-traces.ts'
import { createJobs, type JobOptions, type Jobs } from '../../platform/jobs/jobs.ts'

type RecountJobs = Pick<Jobs, 'resume' | 'drain'> & {
  /** Restarts after a failure, such as a lost database: nothing else does. */
  retry(): Promise<void>
}

/** Recounts the traces of earlier versions, in one process at a time. */
export function createRecountJobs(context: Pick<JobOptions, 'db' | 'limits' | 'log'>): RecountJobs {
  const listRunning = async () =>
    (await listUncounted(context.db)).map(({ workspace_id: id }) => ({
      workspaceId: id,
      id: `recount ${id}`,
    }))
  const jobs = createJobs({
    ...context,
    kind: 'recount',
    work: ({ workspaceId }, signal) => recountTraces(context.db, workspaceId, signal),
    listRunning,
  })
  return {
    resume: () => jobs.resume(),
    drain: () => jobs.drain(),
    async retry() {
      for (const { workspaceId, id } of await listRunning()) jobs.start(workspaceId, id)
    },
  }
}
