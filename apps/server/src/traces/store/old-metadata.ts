import { setTimeout as wait } from 'node:timers/promises'
import { atomic } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { UnreadMetadataTable } from '../../platform/db/tables/traces.ts'
import { insertMetadataLabels } from './metadata-labels.ts'
import { keyOf, toPayload } from '../../platform/db/payloads/payloads.ts'
import { traceLockKey } from './load-stored.ts'
import { loadPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { createJobs, type JobOptions, type Jobs } from '../../platform/jobs/jobs.ts'

const BATCH_SIZE = 100

export const listUnread = (db: Queries): Promise<UnreadMetadataTable[]> =>
  db.selectFrom('unread_metadata').selectAll().execute()

export const isUnread = async (db: Queries, workspaceId: string): Promise<boolean> =>
  (await listUnread(db)).some(({ workspace_id: id }) => id === workspaceId)

/** Indexes the metadata of older traces, newest first. Resumes where it stopped. */
export async function indexOldMetadata(
  db: Db,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const unread = await db
      .selectFrom('unread_metadata')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst()
    if (!unread || signal.aborted) return
    const startedAt = performance.now()
    await indexBatch(db, unread)
    // Uses half of the time, to leave the rest to others.
    await wait(performance.now() - startedAt)
  }
}

async function indexBatch(db: Db, { workspace_id, started_at, trace_id }: UnreadMetadataTable) {
  const next = await db
    .selectFrom('traces')
    .select(['id', 'started_at'])
    .where('workspace_id', '=', workspace_id)
    .where((eb) => eb(eb.refTuple('started_at', 'id'), '<', eb.tuple(started_at, trace_id)))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(BATCH_SIZE)
    .execute()
  const last = next.at(-1)
  if (!last) {
    await db.deleteFrom('unread_metadata').where('workspace_id', '=', workspace_id).execute()
    return
  }
  const ids = next.map(({ id }) => id)
  const locks = ids.map((id) => traceLockKey(workspace_id, id)).sort()
  await db.portable.exclusively(locks, async (queries) => {
    // Reads the current rows, because traces may have been deleted or moved.
    const traces = await queries
      .selectFrom('traces')
      .innerJoin('spans', (join) =>
        join
          .onRef('spans.workspace_id', '=', 'traces.workspace_id')
          .onRef('spans.trace_id', '=', 'traces.id')
          .onRef('spans.id', '=', 'traces.root_id'),
      )
      .select(['traces.workspace_id', 'traces.started_at'])
      .select(['spans.trace_id', 'spans.id', 'spans.payload_blocks'])
      .where('traces.workspace_id', '=', workspace_id)
      .where('traces.id', 'in', ids)
      .execute()
    const payloads = await loadPayloads(queries, workspace_id, traces)
    const roots = traces.map((root) => ({
      trace: { workspace_id, id: root.trace_id, started_at: root.started_at },
      metadata: toPayload(payloads.get(keyOf({ traceId: root.trace_id, id: root.id }))).metadata,
    }))
    await atomic(queries, [
      ...insertMetadataLabels(db, roots),
      db
        .updateTable('unread_metadata')
        .set({ started_at: last.started_at, trace_id: last.id })
        .where('workspace_id', '=', workspace_id),
    ])
  })
}

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
