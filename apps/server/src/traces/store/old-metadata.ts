import { listUnread, indexOldMetadata } from './read-old-metadata.ts'
import { createJobs, type JobOptions, type Jobs } from '../../platform/jobs/jobs.ts'

type OldMetadataJobs = Pick<Jobs, 'resume' | 'drain'> & {
  /** Continues after an interruption, such as a lost database connection. */
  retry(): Promise<void>
}

/** Indexes the metadata of traces stored by earlier versions, in one process at a time. */
export function createOldMetadataJobs(
  context: Pick<JobOptions, 'db' | 'limits' | 'log'>,
): OldMetadataJobs {
  const listRunning = async () =>
    (await listUnread(context.db)).map(({ workspace_id: id }) => ({ workspaceId: id, id }))
  const jobs = createJobs({
    ...context,
    kind: 'metadata',
    work: ({ workspaceId }, signal) => indexOldMetadata(context.db, workspaceId, signal),
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
