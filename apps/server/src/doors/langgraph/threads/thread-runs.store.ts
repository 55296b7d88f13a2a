import type { Queries } from '../../../db/db.ts'
import { findRunRecord, type RunRecord } from '../runs/run-row.ts'

/** A run with how many the thread had before it. */
export type ThreadRun = RunRecord & { ordinal: number }

const selectRuns = (db: Queries, workspaceId: string, threadId: string) =>
  db
    .selectFrom('runs')
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', '=', threadId)
    .where('waits', '=', 0)

export async function findNewestRun(db: Queries, workspaceId: string, threadId: string) {
  const row = await selectRuns(db, workspaceId, threadId)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && withOrdinal(db, workspaceId, threadId, row.id)
}

/** The first that comes after another, or the first of all. */
export async function findNextRun(
  db: Queries,
  workspaceId: string,
  threadId: string,
  after: string | null,
) {
  const row = await selectRuns(db, workspaceId, threadId)
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && withOrdinal(db, workspaceId, threadId, row.id)
}

async function withOrdinal(
  db: Queries,
  workspaceId: string,
  threadId: string,
  id: string,
): Promise<ThreadRun | undefined> {
  const [run, count] = await Promise.all([
    findRunRecord(db, workspaceId, threadId, id),
    db
      .selectFrom('runs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('thread_id', '=', threadId)
      .where('id', '<', id)
      .executeTakeFirst(),
  ])
  return run && { ...run, ordinal: count?.count ?? 0 }
}
