import type { ReplayBatchStatus, ReplaySettings, SkippedTrace } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull, toJson } from '../../platform/db/json.ts'
import type { ReplayBatchesTable } from '../../platform/db/tables/replays.ts'
import { now } from '../../platform/time.ts'

export type BatchRow = Selectable<ReplayBatchesTable>

export async function insertBatch(
  db: Queries,
  workspaceId: string,
  traceIds: string[],
  settings: ReplaySettings,
): Promise<string> {
  const id = v7()
  await db
    .insertInto('replay_batches')
    .values({
      id,
      workspace_id: workspaceId,
      status: 'running',
      settings: toJson(settings),
      trace_ids: toJson(traceIds),
      skipped: toJson([]),
      created_at: now(),
    })
    .execute()
  return id
}

export const findBatch = (
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<BatchRow | undefined> =>
  db
    .selectFrom('replay_batches')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()

export const listRunningBatches = (db: Queries): Promise<Pick<BatchRow, 'id' | 'workspace_id'>[]> =>
  db
    .selectFrom('replay_batches')
    .select(['id', 'workspace_id'])
    .where('status', '=', 'running')
    .execute()

export async function setBatchStatus(
  db: Queries,
  id: string,
  status: ReplayBatchStatus,
): Promise<void> {
  await db.updateTable('replay_batches').set({ status }).where('id', '=', id).execute()
}

/** A batch has a single job, so the job may overwrite its own earlier state. */
export async function setSkipped(
  db: Queries,
  id: string,
  skipped: readonly SkippedTrace[],
): Promise<void> {
  await db
    .updateTable('replay_batches')
    .set({ skipped: toJson([...skipped]) })
    .where('id', '=', id)
    .execute()
}

/** Lists the finished replays of a batch with a summary of their reports. */
export async function listBatchReplays(db: Queries, batchId: string) {
  const rows = await db
    .selectFrom('replays')
    .select(['id', 'trace_id', 'verdict', 'report'])
    .where('batch_id', '=', batchId)
    .execute()
  return rows.map(({ id, trace_id: traceId, verdict, report }) => ({
    id,
    traceId,
    verdict,
    report: fromJsonOrNull(report),
  }))
}

/** Returns trace titles by id. */
export async function listTitles(
  db: Queries,
  workspaceId: string,
  { trace_ids: ids }: BatchRow,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('traces')
    .select(['id', 'title'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', fromJson(ids))
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
