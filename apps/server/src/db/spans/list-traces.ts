import type { SpanStatus, Trace, TraceSource } from '@lathe/contract'
import type { Db } from '../db.ts'
import { findAgentId } from '../find-agent-id.ts'
import type { TraceRow } from './fold-trace.ts'
import { selectTraces, toTrace } from './read-traces.ts'

export type TraceFilter = {
  status?: SpanStatus[] | undefined
  /** Slug or id. */
  agent?: string | undefined
  version?: number | undefined
  threadId?: string | undefined
  source?: TraceSource[] | undefined
  /** Name. */
  project?: string | undefined
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
  const { agent, status = [], before, limit } = filter
  const [agentId, last] = await Promise.all([
    agent && findAgentId(db, workspaceId, agent, { evenDeleted: true }),
    before && startOf(db, workspaceId, before),
  ])
  if (agent && !agentId) return { items: [], hasMore: false }

  let query = matching(db, workspaceId, filter)
  if (agentId) query = query.where('traces.agent_id', '=', agentId)
  if (before && last !== undefined)
    query = query.where((eb) =>
      eb(eb.refTuple('traces.started_at', 'traces.id'), '<', eb.tuple(Number(last), before)),
    )
  query = query.limit(limit + 1)

  // One query for each status, as each reads its own stretch of the index.
  const queries =
    status.length === 0 ? [query] : status.map((one) => query.where('traces.status', '=', one))
  const found = await Promise.all(queries.map((one) => one.execute()))
  const rows = found.flat().sort(newestFirst)
  return { items: rows.slice(0, limit).map(toTrace), hasMore: rows.length > limit }
}

function matching(
  db: Db,
  workspaceId: string,
  { threadId, source, project, version, from, to, q }: TraceFilter,
) {
  let query = selectTraces(db, workspaceId)
    .orderBy('traces.started_at', 'desc')
    .orderBy('traces.id', 'desc')
    // They stand with the trace they play.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('replays').select('replays.id').whereRef('replays.id', '=', 'traces.id'),
        ),
      ),
    )
  if (threadId) query = query.where('traces.thread_id', '=', threadId)
  if (source?.length) query = query.where('traces.source', 'in', source)
  if (project) query = query.where('projects.name', '=', project)
  if (version !== undefined) query = query.where('traces.version', '=', version)
  if (from !== undefined) query = query.where('traces.started_at', '>=', from)
  if (to !== undefined) query = query.where('traces.started_at', '<', to)
  if (q) query = query.where((eb) => db.portable.contains(eb.ref('traces.title'), q))
  return query
}

const newestFirst = (a: TraceRow, b: TraceRow) =>
  b.started_at - a.started_at || (a.id < b.id ? 1 : -1)

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
