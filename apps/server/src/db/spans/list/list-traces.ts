import type { ListedTrace } from '@lathe/contract'
import { readPlace } from '@lathe/traces'
import type { Db, Queries } from '../../db.ts'
import { feedbackOfTraces } from '../feedback-of-traces.ts'
import { metadataOfTraces } from '../metadata-of-traces.ts'
import { selectTraces, toTrace } from '../read-traces.ts'
import { type Cursor, type IdPage, run, selectIds } from './select-ids.ts'
import { resolveFilter, type Selection, type TraceFilter } from './trace-filter.ts'

export type { Cursor } from './select-ids.ts'
export type { TraceFilter } from './trace-filter.ts'

export type TracePage = TraceFilter & {
  /** Place of the last trace seen, as `writePlace` has it. */
  before?: string | undefined
  /** Place of one whose nearest successors are asked for. */
  after?: string | undefined
  limit: number
}

/** Newest first; undefined where a page names a trace that is not there, without its start. */
export async function listTraces(
  db: Db,
  workspaceId: string,
  { limit, ...page }: TracePage,
): Promise<{ items: ListedTrace[]; hasMore: boolean } | undefined> {
  const { before: beforeId, after: afterId, ...filter } = page
  const [selection, before, after] = await Promise.all([
    resolveFilter(db, workspaceId, filter),
    cursorAt(db, workspaceId, beforeId),
    cursorAt(db, workspaceId, afterId),
  ])
  if (before === null || after === null) return undefined
  const found = await listIds(db, selection, { limit: limit + 1, before, after })
  const ids = found.slice(0, limit).map(({ id }) => id)
  if (after) ids.reverse()
  return { items: await readTraces(db, workspaceId, ids), hasMore: found.length > limit }
}

/** Nearest to the cursor first. One query for each status, as each reads its own stretch of the index. */
export async function listIds(db: Queries, selection: Selection, page: IdPage): Promise<Cursor[]> {
  const { statuses } = selection
  const selections =
    statuses.length === 0
      ? [selection]
      : statuses.map((status) => ({ ...selection, statuses: [status] }))
  const found = await Promise.all(selections.map((one) => run(db, selectIds(one, page))))
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
  const [rows, feedback, metadata] = await Promise.all([
    selectTraces(db, workspaceId).where('traces.id', 'in', ids).execute(),
    feedbackOfTraces(db, workspaceId, ids),
    metadataOfTraces(db, workspaceId, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const besides = { metadata: metadata.get(id) ?? {}, feedback: feedback.get(id) ?? [] }
    return [{ ...toTrace(row), ...besides }]
  })
}

/** Null where it names a trace that is not there. Its place does not move with it: what came since between both is not passed over. */
export async function cursorAt(
  db: Queries,
  workspaceId: string,
  place: string | undefined,
): Promise<Cursor | undefined | null> {
  if (place === undefined) return undefined
  const { id, startedAt } = readPlace(place)
  if (startedAt !== undefined) return { id, startedAt }
  const row = await db
    .selectFrom('traces')
    .select('started_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { id, startedAt: row.started_at } : null
}
