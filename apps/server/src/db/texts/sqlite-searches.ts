import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { MOST_SPANS } from './text-index.ts'

const NEWEST = `select d.trace_id from texts cross join docs d
  where texts match ? and d.id = texts.rowid and d.workspace_id = ?
  order by texts.rowid desc limit ${MOST_SPANS}`

/** To ask FTS5 about one span takes as long as about some that lie together, as those of a trace mostly do. */
const EACH = `with place as materialized (
    select d.trace_id, min(d.id) as first, max(d.id) as last,
      max(d.id) - min(d.id) < 4 * count(*) as is_near
    from json_each(?1) as asked cross join docs d
    where d.trace_id = asked.value and d.workspace_id = ?2 group by d.trace_id
  )
  select trace_id from place where case when is_near then exists (
    select 1 from texts cross join docs d
    where texts match ?3 and texts.rowid between place.first and place.last
      and d.id = texts.rowid and d.trace_id = place.trace_id and d.workspace_id = ?2
  ) else exists (
    select 1 from docs d cross join texts where d.trace_id = place.trace_id
      and d.workspace_id = ?2 and texts.rowid = d.id and texts match ?3
  ) end`

const ONCE = `with asked as materialized (
    select d.id, d.trace_id from json_each(?) as wanted cross join docs d
    where d.trace_id = wanted.value and d.workspace_id = ?
  )
  select distinct asked.trace_id from texts cross join asked on asked.id = +texts.rowid
  where texts match ?
    and texts.rowid between (select min(id) from asked) and (select max(id) from asked)`

/** In the words of spans, and what each of them belongs to. */
export function searchesOf(db: DatabaseSync) {
  const newest = db.prepare(NEWEST)
  newest.setReturnArrays(true)
  const amongBy =
    (search: StatementSync) =>
    (workspaceId: string, match: string, traceIds: readonly string[]): string[] =>
      search
        .all(JSON.stringify(traceIds), workspaceId, match)
        .map(({ trace_id }) => String(trace_id))
  return {
    /** The traces of the spans that came last. */
    newest(workspaceId: string, match: string) {
      // setReturnArrays makes `all` answer arrays, which its type does not know.
      const rows = newest.all(match, workspaceId) as unknown as [string][]
      return { traceIds: [...new Set(rows.map(([traceId]) => traceId))], spans: rows.length }
    },
    /** Each trace is looked up. */
    each: amongBy(db.prepare(EACH)),
    /** All that match are gone through. */
    once: amongBy(db.prepare(ONCE)),
  }
}
