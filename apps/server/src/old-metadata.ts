import { listUnread, readOldMetadata } from './db/spans/read-old-metadata.ts'
import type { AppContext } from './http/api.ts'
import { createJobs, type Jobs } from './jobs.ts'

/** Reads the metadata of what was stored before traces were found by it, in one process at a time. */
export const createOldMetadataJobs = (context: Pick<AppContext, 'db' | 'limits' | 'log'>): Jobs =>
  createJobs({
    ...context,
    kind: 'metadata',
    work: ({ workspaceId }, signal) => readOldMetadata(context.db, workspaceId, signal),
    listRunning: async () =>
      (await listUnread(context.db)).map(({ workspace_id: id }) => ({ workspaceId: id, id })),
  })
