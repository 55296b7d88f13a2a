import type { Db, Queries } from '../../platform/db/db.ts'
import type { Stored } from '../store/fold-spans.ts'
import { LiveTraces } from './live-traces.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'

type Address = { id: string; traceId: string }

export const lockOf = (workspaceId: string, traceId: string) => `${workspaceId}/${traceId}`

/** Reads what is stored of these spans and their traces, from memory if possible. */
export async function readKnown(
  db: Db,
  queries: Queries,
  workspaceId: string,
  delivered: readonly Address[],
): Promise<Stored> {
  const known: Stored = { traces: new Map(), spans: new Map(), deleted: new Map() }
  const live = LiveTraces.of(db)
  const unread = new Map<string, Address[]>()
  for (const [traceId, spans] of Map.groupBy(delivered, (span) => span.traceId)) {
    const key = lockOf(workspaceId, traceId)
    const remembered = live?.get(key)
    if (!remembered) {
      if (live?.isFresh(key) !== true) unread.set(traceId, spans)
      continue
    }
    known.traces.set(traceId, remembered.trace)
    for (const span of spans) {
      const row = remembered.spans.get(keyOf(span))
      if (row) known.spans.set(keyOf(span), row)
    }
  }
  if (unread.size > 0) await readStored(db, queries, workspaceId, unread, known)
  return known
}

/** Most traces of a batch are new and have no stored spans. */
async function readStored(
  { portable }: Db,
  queries: Queries,
  workspaceId: string,
  delivered: ReadonlyMap<string, readonly Address[]>,
  into: Stored,
) {
  const ids = [...delivered.keys()]
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
  for (const { id, counted_until } of deleted) into.deleted.set(id, counted_until)
  for (const trace of traces) into.traces.set(trace.id, trace)
  const pairs = traces.flatMap((trace) =>
    (delivered.get(trace.id) ?? []).map(({ id }) => [trace.id, id] as const),
  )
  if (pairs.length === 0) return
  const spans = await queries
    .selectFrom('spans')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where((eb) => portable.isOnePair([eb.ref('trace_id'), eb.ref('id')], pairs))
    .execute()
  for (const span of spans) into.spans.set(keyOf({ traceId: span.trace_id, id: span.id }), span)
}
