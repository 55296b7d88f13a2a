import type { Feedback } from '@lathe/contract'
import type { Selectable } from 'kysely'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import type { FeedbackTable } from '../../platform/db/tables/external.ts'

export async function listFeedback(
  db: Queries,
  workspaceId: string,
  traceId: string,
): Promise<Feedback[]> {
  const rows = await db
    .selectFrom('feedback')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toFeedback)
}

export async function findFeedback(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<Feedback | undefined> {
  const row = await db
    .selectFrom('feedback')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toFeedback(row)
}

const toFeedback = (row: Selectable<FeedbackTable>): Feedback => ({
  id: row.id,
  spanId: row.span_id,
  key: row.key,
  score: fromJsonOrNull(row.score),
  value: fromJsonOrNull(row.value),
  comment: row.comment,
  correction: fromJsonOrNull(row.correction),
  source: readSource(fromJson(row.source)),
  ...(row.extra !== null && { extra: fromJson(row.extra) }),
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
})

const readSource = ({ type }: Record<string, unknown>): string =>
  typeof type === 'string' ? type : 'api'
