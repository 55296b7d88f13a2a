import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { HASH_BYTES } from './sqlite-entries.ts'
import { MAX_FOUND_SPANS } from './text-index.ts'

const NEWEST = `select t.trace_id, length(e.spans) / ${HASH_BYTES} as spans
  from texts cross join entries e cross join traces t
  where texts match ? and e.id = texts.rowid and t.id = e.trace and t.workspace_id = ?
  order by texts.rowid desc limit ${MAX_FOUND_SPANS}`

/** A range of entries costs FTS5 no more than one entry, and the entries of a trace are mostly adjacent. */
const EACH = `with place as materialized (
    select t.id, t.trace_id, min(e.id) as first, max(e.id) as last,
      max(e.id) - min(e.id) < 4 * count(*) as is_near
    from json_each(?1) as asked cross join traces t cross join entries e
    where t.trace_id = asked.value and t.workspace_id = ?2 and e.trace = t.id group by t.id
  )
  select trace_id from place where case when is_near then exists (
    select 1 from texts cross join entries e
    where texts match ?3 and texts.rowid between place.first and place.last
      and e.id = texts.rowid and e.trace = place.id
  ) else exists (
    select 1 from entries e cross join texts where e.trace = place.id
      and texts.rowid = e.id and texts match ?3
  ) end`

const ONCE = `with asked as materialized (
    select e.id, t.trace_id from json_each(?) as wanted cross join traces t cross join entries e
    where t.trace_id = wanted.value and t.workspace_id = ? and e.trace = t.id
  )
  select distinct asked.trace_id from texts cross join asked on asked.id = +texts.rowid
  where texts match ?
    and texts.rowid between (select min(id) from asked) and (select max(id) from asked)`

/** Searches the words, and finds the traces of the matching entries. */
export function prepareSearches(db: DatabaseSync) {
  const newest = db.prepare(NEWEST)
  const amongBy =
    (search: StatementSync) =>
    (workspaceId: string, match: string, traceIds: readonly string[]): string[] =>
      search
        .all(JSON.stringify(traceIds), workspaceId, match)
        .map(({ trace_id }) => String(trace_id))
  return {
    /** The traces of the entries that came last; `isCut` when there may be more. */
    newest(workspaceId: string, match: string) {
      const traceIds = new Set<string>()
      let left = MAX_FOUND_SPANS
      for (const { trace_id, spans } of newest.iterate(match, workspaceId)) {
        traceIds.add(String(trace_id))
        left -= Number(spans)
        if (left <= 0) break
      }
      return { traceIds: [...traceIds], isCut: left <= 0 }
    },
    /** Looks up each trace. */
    each: amongBy(db.prepare(EACH)),
    /** Scans all matches once. */
    once: amongBy(db.prepare(ONCE)),
  }
}
