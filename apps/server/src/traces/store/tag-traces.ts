import { atomic } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import type { TraceRow } from './fold-trace.ts'
import { writeOwnTags } from './labels.ts'
import { LiveTraces } from '../query/live-traces.ts'
import { lockOf } from '../query/read-known.ts'

export type Tagged = { tagged: number; changed: string[] }

export type TagChange = { add: readonly string[]; remove: readonly string[] }

/** Changes the tags set by users and returns the affected traces. Tags sent by programs stay. */
export async function tagTraces(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  { add, remove }: TagChange,
): Promise<Tagged> {
  if (ids.length === 0) return { tagged: 0, changed: [] }
  const locks = ids.map((id) => lockOf(workspaceId, id))
  return await db.portable.exclusively(locks, async (queries) => {
    const rows = await queries
      .selectFrom('traces')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute()
    const live = LiveTraces.of(db)
    for (const lock of locks) live?.forget(lock)
    const changes = rows.map((trace) => {
      const own = fromJson(trace.own_tags)
      const tags = [...new Set([...own.filter((tag) => !remove.includes(tag)), ...add])]
      return {
        trace,
        tags,
        isOther: tags.length !== own.length || !tags.every((tag) => own.includes(tag)),
      }
    })
    const said = await tagsOfSpans(queries, workspaceId, ids, remove)
    await atomic(queries, [
      ...changes.map(({ trace, tags }) =>
        db
          .updateTable('traces')
          .set({ own_tags: toJson(tags) })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', trace.id),
      ),
      ...rows.flatMap((trace) => forgetLabels(db, trace, remove, said)),
      ...rows.flatMap((trace) => writeOwnTags(db, trace, add)),
    ])
    const changed = changes.flatMap(({ trace, isOther }) => (isOther ? [trace.id] : []))
    return { tagged: rows.length, changed }
  })
}

/** Returns the tags to remove that also belong to a span of the trace. */
async function tagsOfSpans(
  db: Queries,
  workspaceId: string,
  traceIds: readonly string[],
  tags: readonly string[],
): Promise<Set<string>> {
  if (tags.length === 0) return new Set()
  const rows = await db
    .selectFrom('spans')
    .select(['trace_id', 'tags'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'in', traceIds)
    .where('tags', '!=', '[]')
    .execute()
  return new Set(
    rows.flatMap((row) =>
      fromJson(row.tags)
        .filter((tag) => tags.includes(tag))
        .map((tag) => `${row.trace_id} ${tag}`),
    ),
  )
}

function forgetLabels(
  db: Queries,
  { workspace_id, id }: TraceRow,
  tags: readonly string[],
  said: Set<string>,
) {
  const gone = tags.filter((tag) => !said.has(`${id} ${tag}`))
  if (gone.length === 0) return []
  return [
    db
      .deleteFrom('trace_labels')
      .where('workspace_id', '=', workspace_id)
      .where('trace_id', '=', id)
      .where('key', '=', 'tag')
      .where('value', 'in', gone),
  ]
}
