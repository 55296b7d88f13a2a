import type { SpanStatus, Trace } from '@lathe/contract'
import type { Db } from '../db.ts'
import { idsOfAgent } from './ids-of-agent.ts'
import { selectTraces, toTrace } from './read-traces.ts'

export type TraceFilter = {
  status?: SpanStatus[] | undefined
  /** Slug or id. */
  agent?: string | undefined
  threadId?: string | undefined
  /** Bounds of the start, microseconds; `to` itself is not included. */
  from?: number | undefined
  to?: number | undefined
  /** Text in the title. */
  q?: string | undefined
  /** Id of the last trace seen. */
  before?: string | undefined
  limit: number
}

/** Newest first. */
export async function listTraces(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
): Promise<{ items: Trace[]; hasMore: boolean }> {
  const { status, agent, threadId, from, to, q, before, limit } = filter
  let query = selectTraces(db, workspaceId)
  if (status?.length) query = query.where('traces.status', 'in', status)
  if (agent) query = query.where('traces.agent_id', 'in', idsOfAgent(db, workspaceId, agent))
  if (threadId) query = query.where('traces.thread_id', '=', threadId)
  if (from !== undefined) query = query.where('traces.started_at', '>=', from)
  if (to !== undefined) query = query.where('traces.started_at', '<', to)
  if (q) query = query.where((eb) => db.portable.contains(eb.ref('traces.title'), q))
  if (before) {
    const last = await startOf(db, workspaceId, before)
    query = query.where((eb) =>
      eb(eb.refTuple('traces.started_at', 'traces.id'), '<', eb.tuple(last, before)),
    )
  }

  const rows = await query
    .orderBy('traces.started_at', 'desc')
    .orderBy('traces.id', 'desc')
    .limit(limit + 1)
    .execute()
  return { items: rows.slice(0, limit).map(toTrace), hasMore: rows.length > limit }
}

/** A trace that has been deleted meanwhile still says in its id when it began. */
async function startOf(db: Db, workspaceId: string, id: string): Promise<number> {
  const row = await db
    .selectFrom('traces')
    .select('started_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.started_at ?? Number.parseInt(id.replace('-', '').slice(0, 12), 16) * 1_000
}
