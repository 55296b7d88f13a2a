import { atomic } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import type { TraceRow } from './fold-trace.ts'
import { writeOwnTags } from './labels.ts'
import { LiveTraces } from './live-traces.ts'
import { traceLockKey } from './load-stored.ts'

export type TagResult = { tagged: number; changed: string[] }

export type TagChange = { add: readonly string[]; remove: readonly string[] }

/** Changes the tags set by users and returns the affected traces. Tags sent by programs stay. */
export async function tagTraces(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  { add, remove }: TagChange,
): Promise<TagResult> {
  if (ids.length === 0) return { tagged: 0, changed: [] }
  const locks = ids.map((id) => traceLockKey(workspaceId, id))
  return await db.portable.exclusively(locks, async (queries) => {
    const rows = await queries
      .selectFrom('traces')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute()
    const live = LiveTraces.of(db)
    for (const lock of locks) live?.remove(lock)
    const changes = rows.map((trace) => {
      const ownTags = fromJson(trace.own_tags)
      const tags = [...new Set([...ownTags.filter((tag) => !remove.includes(tag)), ...add])]
      return {
        trace,
        tags,
        hasChanged: tags.length !== ownTags.length || !tags.every((tag) => ownTags.includes(tag)),
      }
    })
    const spanTags = await findSpanTags(queries, workspaceId, ids, remove)
    await atomic(queries, [
      ...changes.map(({ trace, tags }) =>
        db
          .updateTable('traces')
          .set({ own_tags: toJson(tags) })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', trace.id),
      ),
      ...rows.flatMap((trace) => deleteTagLabels(db, trace, remove, spanTags)),
      ...rows.flatMap((trace) => writeOwnTags(db, trace, add)),
    ])
    const changed = changes.flatMap(({ trace, hasChanged }) => (hasChanged ? [trace.id] : []))
    return { tagged: rows.length, changed }
  })
}

/** Returns the tags to remove that also belong to a span of the trace. */
async function findSpanTags(
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

function deleteTagLabels(
  db: Queries,
  { workspace_id, id }: TraceRow,
  tags: readonly string[],
  spanTags: Set<string>,
) {
  const unusedTags = tags.filter((tag) => !spanTags.has(`${id} ${tag}`))
  if (unusedTags.length === 0) return []
  return [
    db
      .deleteFrom('trace_labels')
      .where('workspace_id', '=', workspace_id)
      .where('trace_id', '=', id)
      .where('key', '=', 'tag')
      .where('value', 'in', unusedTags),
  ]
}
