import type { Db, Queries } from '../../platform/db/db.ts'
import type { StoredBatch } from './fold-spans.ts'
import { LiveTraces } from './live-traces.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'
import { sql } from 'kysely'

type Address = { id: string; traceId: string }

export const traceLockKey = (workspaceId: string, traceId: string) => `${workspaceId}/${traceId}`

/** Reads what is stored of these spans and their traces, from memory if possible. */
export async function loadStoredBatch(
  db: Db,
  queries: Queries,
  workspaceId: string,
  addresses: readonly Address[],
): Promise<StoredBatch> {
  const stored: StoredBatch = { traces: new Map(), spans: new Map(), deleted: new Map() }
  const live = LiveTraces.of(db)
  const unread = new Map<string, Address[]>()
  for (const [traceId, spans] of Map.groupBy(addresses, (span) => span.traceId)) {
    const key = traceLockKey(workspaceId, traceId)
    const cached = live?.get(key)
    if (!cached) {
      if (live?.takeNew(key) !== true) unread.set(traceId, spans)
      continue
    }
    stored.traces.set(traceId, cached.trace)
    for (const span of spans) {
      const row = cached.spans.get(keyOf(span))
      if (row) stored.spans.set(keyOf(span), row)
    }
  }
  if (unread.size > 0) await queryStored(db, queries, workspaceId, unread, stored)
  return stored
}

/** Most traces of a batch are new and have no stored spans. */
async function queryStored(
  { portable }: Db,
  queries: Queries,
  workspaceId: string,
  addresses: ReadonlyMap<string, readonly Address[]>,
  stored: StoredBatch,
) {
  const ids = [...addresses.keys()]
  const [traces, deleted] = await Promise.all([
    queries
      .selectFrom('traces')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where((eb) => portable.isOneOf(eb.ref('id'), ids))
      .execute(),
    queries
      .selectFrom('deleted_traces')
      .select(['id', 'counted_until'])
      .where('workspace_id', '=', workspaceId)
      .where((eb) => portable.isOneOf(eb.ref('id'), ids))
      .execute(),
  ])
  for (const { id, counted_until } of deleted) stored.deleted.set(id, counted_until)
  for (const trace of traces) stored.traces.set(trace.id, trace)
  const pairs = traces.flatMap((trace) =>
    (addresses.get(trace.id) ?? []).map(({ id }) => [trace.id, id] as const),
  )
  if (pairs.length === 0) return
  const spans = await queries
    .selectFrom('spans')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where((eb) => portable.isOnePair([eb.ref('trace_id'), eb.ref('id')], pairs))
    .execute()
  for (const span of spans) stored.spans.set(keyOf({ traceId: span.trace_id, id: span.id }), span)
}

/**
 * Returns the trace of each stored span. Looks ids up one by one, because SQLite may otherwise scan
 * the workspace.
 */
export async function findTraceIds(
  db: Db,
  workspaceId: string,
  spanIds: readonly string[],
): Promise<Map<string, string>> {
  if (spanIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; trace_id: string }>`select spans.id, spans.trace_id
    from ${db.portable.valueRows(spanIds, 'id_asked')} cross join spans
    where spans.id = id_asked.value and spans.workspace_id = ${workspaceId}`.execute(db)
  return new Map(rows.map((row) => [row.id, row.trace_id]))
}
