import type { Queries } from '../db.ts'
import type { Known } from './fold-spans.ts'
import type { LiveTraces } from './live-traces.ts'
import { keyOf } from './payloads.ts'

type Address = { id: string; traceId: string }

export const lockOf = (workspaceId: string, traceId: string) => `${workspaceId}/${traceId}`

/** What is stored of these spans and their traces, from memory where that is enough. */
export async function readKnown(
  queries: Queries,
  live: LiveTraces | undefined,
  workspaceId: string,
  delivered: readonly Address[],
): Promise<Known> {
  const known: Known = { traces: new Map(), spans: new Map() }
  const unread = new Set<string>()
  for (const traceId of new Set(delivered.map((span) => span.traceId))) {
    const key = lockOf(workspaceId, traceId)
    const remembered = live?.get(key)
    if (!remembered) {
      if (live?.isFresh(key) !== true) unread.add(traceId)
      continue
    }
    known.traces.set(traceId, remembered.trace)
    for (const span of delivered) {
      const row = span.traceId === traceId ? remembered.spans.get(keyOf(span)) : undefined
      if (row) known.spans.set(keyOf(span), row)
    }
  }
  if (unread.size > 0)
    await readStored(
      queries,
      workspaceId,
      delivered.filter((span) => unread.has(span.traceId)),
      known,
    )
  return known
}

async function readStored(
  queries: Queries,
  workspaceId: string,
  delivered: readonly Address[],
  into: Known,
) {
  const traceIds = [...new Set(delivered.map((span) => span.traceId))]
  const ids = [...new Set(delivered.map((span) => span.id))]
  const [traces, spans] = await Promise.all([
    queries
      .selectFrom('traces')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', traceIds)
      .execute(),
    queries
      .selectFrom('spans')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', 'in', traceIds)
      .where('id', 'in', ids)
      .execute(),
  ])
  for (const trace of traces) into.traces.set(trace.id, trace)
  for (const span of spans) into.spans.set(keyOf({ traceId: span.trace_id, id: span.id }), span)
}
