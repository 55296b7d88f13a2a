import type { ListedTrace } from '@lathe/contract'
import type { Db, Queries } from '../../db.ts'
import { feedbackOfTraces } from '../feedback-of-traces.ts'
import { selectTraces, toTrace } from '../read-traces.ts'
import { type Cursor, type IdPage, run, selectIds } from './select-ids.ts'
import { resolveFilter, type Selection, type TraceFilter } from './trace-filter.ts'

export type { Cursor } from './select-ids.ts'
export type { TraceFilter } from './trace-filter.ts'

export type TracePage = TraceFilter & {
  /** Id of the last trace seen. */
  before?: string | undefined
  /** Id of one whose nearest successors are asked for. */
  after?: string | undefined
  limit: number
}

/** Newest first. */
export async function listTraces(
  db: Db,
  workspaceId: string,
  { limit, ...page }: TracePage,
): Promise<{ items: ListedTrace[]; hasMore: boolean }> {
  const { before: beforeId, after: afterId, ...filter } = page
  const [selection, before, after] = await Promise.all([
    resolveFilter(db, workspaceId, filter),
    cursorAt(db, workspaceId, beforeId),
    cursorAt(db, workspaceId, afterId),
  ])
  const found = await listIds(db, workspaceId, selection, { limit: limit + 1, before, after })
  const ids = found.slice(0, limit).map(({ id }) => id)
  if (after) ids.reverse()
  return { items: await readTraces(db, workspaceId, ids), hasMore: found.length > limit }
}

/** Nearest to the cursor first. One query for each status, as each reads its own stretch of the index. */
export async function listIds(
  db: Queries,
  workspaceId: string,
  selection: Selection,
  page: IdPage,
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
    .sort(page.after ? (a, b) => newestFirst(b, a) : newestFirst)
    .slice(0, page.limit)
}

const newestFirst = (a: Cursor, b: Cursor) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1)

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
async function cursorAt(
  db: Queries,
  workspaceId: string,
  id: string | undefined,
): Promise<Cursor | undefined> {
  if (id === undefined) return undefined
  const row = await db
    .selectFrom('traces')
    .select('started_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  const told = Number.parseInt(id.replace('-', '').slice(0, 12), 16) * 1_000
  return { startedAt: row?.started_at ?? told, id }
}
