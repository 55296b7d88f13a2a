import type { ListedTrace } from '@lathe/contract'
import type { Db, Queries } from '../../db.ts'
import { feedbackOfTraces } from '../feedback-of-traces.ts'
import { selectTraces, toTrace } from '../read-traces.ts'
import { type Cursor, run, selectIds } from './select-ids.ts'
import { resolveFilter, type Selection, type TraceFilter } from './trace-filter.ts'

export type { Cursor } from './select-ids.ts'
export type { TraceFilter } from './trace-filter.ts'

export type TracePage = TraceFilter & {
  /** Id of the last trace seen. */
  before?: string | undefined
  limit: number
}

/** Newest first. */
export async function listTraces(
  db: Db,
  workspaceId: string,
  { before, limit, ...filter }: TracePage,
): Promise<{ items: ListedTrace[]; hasMore: boolean }> {
  const [selection, startedAt] = await Promise.all([
    resolveFilter(db, workspaceId, filter),
    before === undefined ? 0 : startOf(db, workspaceId, before),
  ])
  const cursor = before === undefined ? undefined : { startedAt, id: before }
  const found = await listIds(db, workspaceId, selection, { limit: limit + 1, before: cursor })
  const ids = found.slice(0, limit).map(({ id }) => id)
  return { items: await readTraces(db, workspaceId, ids), hasMore: found.length > limit }
}

/** One query for each status, as each reads its own stretch of the index. */
export async function listIds(
  db: Queries,
  workspaceId: string,
  selection: Selection,
  page: { limit: number; before?: Cursor | undefined },
): Promise<Cursor[]> {
  const { statuses } = selection
  const selections =
    statuses.length === 0
      ? [selection]
      : statuses.map((status) => ({ ...selection, statuses: [status] }))
  const found = await Promise.all(
    selections.map((one) => run(db, selectIds(workspaceId, one, page))),
  )
  return found
    .flat()
    .map(({ id, started_at }) => ({ id, startedAt: started_at }))
    .sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1))
    .slice(0, page.limit)
}

/** In the order of the ids; without those that are gone. */
export async function readTraces(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<ListedTrace[]> {
  if (ids.length === 0) return []
  const [rows, feedback] = await Promise.all([
    selectTraces(db, workspaceId).where('traces.id', 'in', ids).execute(),
    feedbackOfTraces(db, workspaceId, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ ...toTrace(row), feedback: feedback.get(id) ?? [] }] : []
  })
}

/** A trace that has been deleted meanwhile still says in its id when it began. */
async function startOf(db: Queries, workspaceId: string, id: string): Promise<number> {
  const row = await db
    .selectFrom('traces')
    .select('started_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.started_at ?? Number.parseInt(id.replace('-', '').slice(0, 12), 16) * 1_000
}
