import type { RetentionPreview, RetentionRule } from '@lathe/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Queries } from '../../platform/db/db.ts'
import { ageCutoff, DAY } from './retention.store.ts'
import { fromJson } from '../../platform/db/json.ts'

/** The state rules are evaluated in. */
export type RetentionScope = { db: Db; workspaceId: string; now: number }

/** Position of the last trace. Kept traces before it are not read again. */
export type RetentionCursor = { storedAt: number; id: string }

export type Expired = { id: string; stored_at: number }

/** Returns the time before which traces expire. Undefined if none do. */
export async function findCutoff(
  { db, workspaceId, now }: RetentionScope,
  rule: RetentionRule,
): Promise<number | undefined> {
  const ageLimit = ageCutoff(rule, now)
  if (rule.maxBytes === null) return ageLimit
  const keptIds = await selectKeptTraces(db, workspaceId)
  const freeBytes = await findFreeBytes({ db, workspaceId }, rule, rule.maxBytes, keptIds)
  if (freeBytes === undefined) return ageLimit
  const { rows } = await sql<{ stored_at: number }>`
    with kept(id) as materialized (${keptIds})
    select stored_at from (
      select traces.stored_at,
        sum(traces.bytes) over (order by traces.stored_at desc, traces.id desc) as total
      from traces left join kept on kept.id = traces.id
      where ${matchesRule(workspaceId, rule)} and kept.id is null
    ) as sizes where total > ${freeBytes} order by stored_at desc limit 1`.execute(db.analytics)
  const [first] = rows
  return first ? Math.max(ageLimit ?? 0, first.stored_at + 1) : ageLimit
}

/** Returns the space left for other traces after kept ones. Undefined if everything fits. */
async function findFreeBytes(
  { db, workspaceId }: Pick<RetentionScope, 'db' | 'workspaceId'>,
  rule: RetentionRule,
  maxBytes: number,
  keptIds: RawBuilder<unknown>,
): Promise<number | undefined> {
  const sum = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(traces.bytes), 0) as bytes from ${from}
      where ${matchesRule(workspaceId, rule)}`.execute(db.analytics)
    return rows[0]?.bytes ?? 0
  }
  if ((await sum(sql`traces`)) <= maxBytes) return undefined
  return Math.max(
    0,
    maxBytes - (await sum(sql`(${keptIds}) as kept join traces on traces.id = kept.id`)),
  )
}

/** Lists the next traces to delete, oldest first. */
export async function listExpired(
  scope: RetentionScope,
  rule: RetentionRule,
  cutoff: number,
  { after, limit }: { after: RetentionCursor | undefined; limit: number },
): Promise<Expired[]> {
  const { db, workspaceId } = scope
  const isAfter = after
    ? sql`(traces.stored_at, traces.id) > (${after.storedAt}, ${after.id})`
    : sql`1 = 1`
  const { rows } = await sql<Expired>`
    with kept(id) as materialized (${await selectKeptTraces(db, workspaceId)})
    select traces.id, traces.stored_at from traces left join kept on kept.id = traces.id
    where ${isExpired(scope, rule, cutoff)} and kept.id is null and ${isAfter}
    order by traces.stored_at, traces.id limit ${limit}`.execute(db.analytics)
  return rows
}

/** Counts what would be deleted and what is only kept by exceptions. */
export async function countExpired(
  scope: RetentionScope,
  rule: RetentionRule,
  cutoff: number,
): Promise<Omit<RetentionPreview[number], 'rule'>> {
  const { db, workspaceId } = scope
  const { rows } = await sql<
    Omit<RetentionPreview[number], 'rule' | 'exempt'> & { kept: number; kept_bytes: number }
  >`
    with kept(id) as materialized (${await selectKeptTraces(db, workspaceId)})
    select count(*) filter (where kept.id is null) as traces,
      coalesce(sum(span_count) filter (where kept.id is null), 0) as spans,
      coalesce(sum(bytes) filter (where kept.id is null), 0) as bytes,
      max(started_at) filter (where kept.id is null) as newest,
      count(kept.id) as kept,
      coalesce(sum(bytes) filter (where kept.id is not null), 0) as kept_bytes
    from traces left join kept on kept.id = traces.id
    where ${isExpired(scope, rule, cutoff)}`.execute(db.analytics)
  const [counts] = rows
  if (!counts) throw new Error('A count returns a row')
  const { kept: keptCount, kept_bytes: bytes, ...expired } = counts
  return { ...expired, exempt: { traces: keptCount, bytes } }
}

/** Ended traces before the cutoff. Traces that started long ago count as ended. */
const isExpired = ({ workspaceId, now }: RetentionScope, rule: RetentionRule, cutoff: number) =>
  sql`${matchesRule(workspaceId, rule)} and traces.stored_at < ${cutoff}
    and (traces.ended_at is not null or traces.started_at < ${now - DAY}) and ${hasNoLiveRun}`

/** Live runs, and runs that are being stored, still add to their traces. */
const hasNoLiveRun = sql`not exists (select 1 from runs where runs.id = traces.id
  and (runs.status in ('pending', 'running', 'interrupted') or runs.lease_owner is not null))`

const matchesRule = (workspaceId: string, { project }: RetentionRule) =>
  project === null
    ? sql`traces.workspace_id = ${workspaceId}`
    : sql`traces.workspace_id = ${workspaceId} and traces.project_id in (
        select projects.id from projects
        where projects.workspace_id = ${workspaceId} and projects.name = ${project})`

/**
 * Ids of traces that no rule deletes: pinned ones, those used by comparisons and suites that exist
 * or can be restored, and those that a running replay needs.
 */
async function selectKeptTraces(db: Db, workspaceId: string): Promise<RawBuilder<{ id: string }>> {
  const replayedIds = await listBatchTraces(db, workspaceId)
  const { portable } = db
  const selectRecordings = (table: 'comparisons' | 'suites') => sql`
    select item.value ->> 'traceId' from ${sql.table(table)},
      ${portable.jsonItems(sql.ref(`${table}.plan`), 'cases', 'item')}
    where ${sql.ref(`${table}.workspace_id`)} = ${workspaceId}`
  return sql`
    select trace_id as id from pinned_traces where workspace_id = ${workspaceId}
    union select run_id from comparison_cells where workspace_id = ${workspaceId}
    union select traces.id from comparisons join traces
      on traces.workspace_id = comparisons.workspace_id and traces.agent_id = comparisons.id
      where comparisons.workspace_id = ${workspaceId}
    union ${selectRecordings('comparisons')}
    union ${selectRecordings('suites')}
    union select replays.trace_id from runs join replays on replays.id = runs.id
      where runs.workspace_id = ${workspaceId}
        and runs.status in ('pending', 'running', 'interrupted')
    union select value from ${portable.valueRows(replayedIds, 'played')}`
}

/** Traces that a batch has yet to replay. */
async function listBatchTraces(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('replay_batches')
    .select('trace_ids')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'running')
    .execute()
  return rows.flatMap(({ trace_ids }) => fromJson(trace_ids))
}

/** About 100 MB. Remembering every expired trace would grow without bound. */
const MAX_REMEMBERED = 500_000
const DELETE_BATCH_SIZE = 1_000

/**
 * Forgets all but the newest ids of traces that retention deleted. Remembered traces are not
 * counted again when ingested again.
 */
export async function pruneRememberedTraces(
  db: Db,
  workspaceId: string,
  maxRemembered = MAX_REMEMBERED,
): Promise<void> {
  const selectExpired = (queries: Queries) =>
    queries
      .selectFrom('deleted_traces')
      .where('workspace_id', '=', workspaceId)
      .where('expired_at', 'is not', null)
  const last = await selectExpired(db.analytics)
    .select('expired_at')
    .orderBy('expired_at', 'desc')
    .offset(maxRemembered)
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('deleted_traces')
      .where('workspace_id', '=', workspaceId)
      .where(
        'id',
        'in',
        selectExpired(db)
          .select('id')
          .where('expired_at', '<=', last.expired_at)
          .limit(DELETE_BATCH_SIZE),
      )
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return
  }
}
