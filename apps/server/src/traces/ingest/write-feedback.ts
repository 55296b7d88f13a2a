import type { Insertable } from 'kysely'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import { fileFeedback, seekSpans } from '../store/place-feedback.ts'
import type { FeedbackTable } from '../../platform/db/tables/external.ts'

export type SaidRow = Insertable<FeedbackTable>

/** Of traces that are known, or of none; for whoever holds their locks. */
export const placedFeedback = (db: Db, workspaceId: string, rows: readonly SaidRow[]): Batch => [
  ...upsertFeedback(db, rows),
  ...fileFeedback(db, workspaceId, idsOf(rows)),
]

/** Of spans that are not known. */
export async function writeHomeless(db: Db, workspaceId: string, rows: readonly SaidRow[]) {
  if (rows.length === 0) return
  await atomic(db, seekSpans(db, workspaceId, upsertFeedback(db, rows), idsOf(rows)))
}

const idsOf = (rows: readonly SaidRow[]) => rows.map(({ id }) => id)

const upsertFeedback = rowInserter('feedback', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['workspace_id', 'id']).doUpdateSet((eb) => ({
      key: eb.ref('excluded.key'),
      score: eb.ref('excluded.score'),
      value: eb.ref('excluded.value'),
      comment: eb.ref('excluded.comment'),
      correction: eb.ref('excluded.correction'),
      source: eb.ref('excluded.source'),
      extra: eb.ref('excluded.extra'),
      modified_at: eb.ref('excluded.modified_at'),
    })),
  ),
)
