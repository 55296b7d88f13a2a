import { LIVE_STATUSES } from '@lathe/contract'
import type { Queries } from '../../../platform/db/db.ts'
import { now } from '../../../platform/time.ts'
import { findRunRecord, type RunRecord } from '../runs/run-row.ts'

/** A run with the number of runs that started before it on its thread. */
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

/**
 * Returns the first run that started after another, or the first of all. A queued run may be older
 * than the run it waited for.
 */
export async function findNextRun(
  db: Queries,
  workspaceId: string,
  threadId: string,
  after: string | null,
) {
  const row = await selectRuns(db, workspaceId, threadId)
    .select('id')
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('id', '>', after ?? ''),
          eb.and([eb('status', 'in', LIVE_STATUSES), eb('id', '!=', after ?? '')]),
        ]),
      ),
    )
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
      .where('id', '!=', id)
      .where('started_at', '<', (eb) =>
        eb
          .selectFrom('runs as r')
          .select((eb) => eb.fn.coalesce('r.started_at', eb.val(now())).as('at'))
          .where('r.id', '=', id),
      )
      .executeTakeFirst(),
  ])
  return run && { ...run, ordinal: count?.count ?? 0 }
}
