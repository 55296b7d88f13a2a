import type { RetentionPreview, RetentionRule } from '@lathe/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { DAY, oldestKept } from './retention.store.ts'
import { fromJson } from '../../platform/db/json.ts'

/** The state rules are evaluated in. */
export type Looking = { db: Db; workspaceId: string; now: number }

/** Position of the last trace. Kept traces before it are not read again. */
export type Place = { storedAt: number; id: string }

export type Expired = { id: string; stored_at: number }

/** Returns the time before which traces expire. Undefined if none do. */
export async function cutoffOf(
  { db, workspaceId, now }: Looking,
  rule: RetentionRule,
): Promise<number | undefined> {
  const byAge = oldestKept(rule, now)
  if (rule.maxBytes === null) return byAge
  const kept = await keptTraces(db, workspaceId)
  const room = await roomFor({ db, workspaceId }, rule, rule.maxBytes, kept)
  if (room === undefined) return byAge
  const { rows } = await sql<{ stored_at: number }>`
    with kept(id) as materialized (${kept})
    select stored_at from (
      select traces.stored_at,
        sum(traces.bytes) over (order by traces.stored_at desc, traces.id desc) as total
      from traces left join kept on kept.id = traces.id
      where ${isOf(workspaceId, rule)} and kept.id is null
    ) as sizes where total > ${room} order by stored_at desc limit 1`.execute(db.analytics)
  const [first] = rows
  return first ? Math.max(byAge ?? 0, first.stored_at + 1) : byAge
}

/** Returns the space left for other traces after kept ones. Undefined if everything fits. */
async function roomFor(
  { db, workspaceId }: Pick<Looking, 'db' | 'workspaceId'>,
  rule: RetentionRule,
  most: number,
  kept: RawBuilder<unknown>,
): Promise<number | undefined> {
  const sum = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(traces.bytes), 0) as bytes from ${from}
      where ${isOf(workspaceId, rule)}`.execute(db.analytics)
    return rows[0]?.bytes ?? 0
  }
  if ((await sum(sql`traces`)) <= most) return undefined
  return Math.max(0, most - (await sum(sql`(${kept}) as kept join traces on traces.id = kept.id`)))
}

/** Lists the next traces to delete, oldest first. */
export async function listExpired(
  looking: Looking,
  rule: RetentionRule,
  cutoff: number,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<Expired[]> {
  const { db, workspaceId } = looking
  const isAfter = after
    ? sql`(traces.stored_at, traces.id) > (${after.storedAt}, ${after.id})`
    : sql`1 = 1`
  const { rows } = await sql<Expired>`
    with kept(id) as materialized (${await keptTraces(db, workspaceId)})
    select traces.id, traces.stored_at from traces left join kept on kept.id = traces.id
    where ${isExpired(looking, rule, cutoff)} and kept.id is null and ${isAfter}
    order by traces.stored_at, traces.id limit ${limit}`.execute(db.analytics)
  return rows
}

/** Counts what would be deleted and what is only kept by exceptions. */
export async function countExpired(
  looking: Looking,
  rule: RetentionRule,
  cutoff: number,
): Promise<Omit<RetentionPreview[number], 'rule'>> {
  const { db, workspaceId } = looking
  const { rows } = await sql<
    Omit<RetentionPreview[number], 'rule' | 'kept'> & { kept: number; kept_bytes: number }
  >`
    with kept(id) as materialized (${await keptTraces(db, workspaceId)})
    select count(*) filter (where kept.id is null) as traces,
      coalesce(sum(span_count) filter (where kept.id is null), 0) as spans,
      coalesce(sum(bytes) filter (where kept.id is null), 0) as bytes,
      max(started_at) filter (where kept.id is null) as newest,
      count(kept.id) as kept,
      coalesce(sum(bytes) filter (where kept.id is not null), 0) as kept_bytes
    from traces left join kept on kept.id = traces.id
    where ${isExpired(looking, rule, cutoff)}`.execute(db.analytics)
  const [found] = rows
  if (!found) throw new Error('A count returns a row')
  const { kept, kept_bytes: bytes, ...gone } = found
  return { ...gone, kept: { traces: kept, bytes } }
}

/** Ended traces before the cutoff. Traces that started long ago count as ended. */
const isExpired = ({ workspaceId, now }: Looking, rule: RetentionRule, cutoff: number) =>
  sql`${isOf(workspaceId, rule)} and traces.stored_at < ${cutoff}
    and (traces.ended_at is not null or traces.started_at < ${now - DAY}) and ${isNoLiveRun}`

/** Live runs, and runs that are being stored, still add to their traces. */
const isNoLiveRun = sql`not exists (select 1 from runs where runs.id = traces.id
  and (runs.status in ('pending', 'running', 'interrupted') or runs.lease_owner is not null))`

const isOf = (workspaceId: string, { project }: RetentionRule) =>
  project === null
    ? sql`traces.workspace_id = ${workspaceId}`
    : sql`traces.workspace_id = ${workspaceId} and traces.project_id in (
        select projects.id from projects
        where projects.workspace_id = ${workspaceId} and projects.name = ${project})`

/**
 * Ids of traces that no rule deletes: pinned ones, those used by comparisons and suites that exist
 * or can be restored, and those that a running replay needs.
 */
async function keptTraces(db: Db, workspaceId: string): Promise<RawBuilder<{ id: string }>> {
  const played = await playedByBatches(db, workspaceId)
  const { portable } = db
  const tapesOf = (table: 'comparisons' | 'suites') => sql`
    select item.value ->> 'traceId' from ${sql.table(table)},
      ${portable.jsonItems(sql.ref(`${table}.plan`), 'cases', 'item')}
    where ${sql.ref(`${table}.workspace_id`)} = ${workspaceId}`
  return sql`
    select trace_id as id from pinned_traces where workspace_id = ${workspaceId}
    union select run_id from comparison_cells where workspace_id = ${workspaceId}
    union select traces.id from comparisons join traces
      on traces.workspace_id = comparisons.workspace_id and traces.agent_id = comparisons.id
      where comparisons.workspace_id = ${workspaceId}
    union ${tapesOf('comparisons')}
    union ${tapesOf('suites')}
    union select replays.trace_id from runs join replays on replays.id = runs.id
      where runs.workspace_id = ${workspaceId}
        and runs.status in ('pending', 'running', 'interrupted')
    union select value from ${portable.valueRows(played, 'played')}`
}

/** Traces that a batch has yet to replay. */
async function playedByBatches(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('replay_batches')
    .select('trace_ids')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'running')
    .execute()
  return rows.flatMap(({ trace_ids }) => fromJson(trace_ids))
}
