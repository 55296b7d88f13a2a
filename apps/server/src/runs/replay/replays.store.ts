import type {
  Replay,
  ReplayDetail,
  ReplayReport,
  ReplaySettings,
  ReplayVerdict,
} from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull, toJson } from '../../platform/db/json.ts'
import { now } from '../../platform/time.ts'

export type NewReplay = {
  id: string
  traceId: string
  settings: ReplaySettings
  batchId?: string
}

/** Before its run is stored, which must find it. */
export async function insertReplay(
  db: Queries,
  workspaceId: string,
  { id, traceId, settings, batchId }: NewReplay,
): Promise<void> {
  await db
    .insertInto('replays')
    .values({
      id,
      workspace_id: workspaceId,
      trace_id: traceId,
      settings: toJson(settings),
      verdict: null,
      report: null,
      created_at: now(),
      batch_id: batchId ?? null,
    })
    .execute()
}

export async function deleteReplay(db: Queries, workspaceId: string, id: string): Promise<void> {
  await db
    .deleteFrom('replays')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

const selectReplays = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('replays as p')
    .innerJoin('runs as r', 'r.id', 'p.id')
    .leftJoin('agents as a', 'a.id', 'r.agent_id')
    .where('p.workspace_id', '=', workspaceId)
    .select(['p.id', 'p.trace_id', 'p.settings', 'p.verdict', 'p.created_at'])
    .select(['r.version', 'r.title', 'r.status', 'r.ended_at', 'a.slug'])

type Shown = Awaited<ReturnType<ReturnType<typeof selectReplays>['executeTakeFirstOrThrow']>>

const toReplay = (row: Shown): Replay => ({
  id: row.id,
  traceId: row.trace_id,
  mode: fromJson(row.settings).mode,
  version: row.version,
  agentSlug: row.slug ?? '',
  title: row.title,
  status: row.status,
  verdict: row.verdict,
  createdAt: row.created_at,
  endedAt: row.ended_at,
})

export async function findReplay(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<ReplayDetail | undefined> {
  const row = await selectReplays(db, workspaceId)
    .select('p.report')
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { settings, report } = row
  return { ...toReplay(row), settings: fromJson(settings), report: fromJsonOrNull(report) }
}

export type ReplayFilter = {
  traceId?: string[] | undefined
  verdict?: ReplayVerdict | undefined
  before?: string | undefined
  limit: number
}

/** Newest first, with one row past `limit` when there are more. */
export async function listReplays(
  db: Queries,
  workspaceId: string,
  { traceId, verdict, before, limit }: ReplayFilter,
): Promise<Replay[]> {
  const rows = await selectReplays(db, workspaceId)
    .$if(traceId !== undefined, (query) => query.where('p.trace_id', 'in', traceId ?? []))
    .$if(verdict !== undefined, (query) => query.where('p.verdict', '=', verdict ?? 'error'))
    .$if(before !== undefined, (query) => query.where('p.id', '<', before ?? ''))
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map(toReplay)
}

export async function concludeReplay(
  db: Queries,
  workspaceId: string,
  id: string,
  report: ReplayReport,
): Promise<void> {
  await db
    .updateTable('replays')
    .set({ verdict: report.verdict, report: toJson(report) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}
