import type { Batch } from '../db/atomic.ts'
import type { Db } from '../db/db.ts'
import type { PlacedPart } from '../db/spans/complete-part.ts'

/** Feedback that came before its span learns whose it is. */
export function placeFeedback(db: Db, workspaceId: string, parts: readonly PlacedPart[]): Batch {
  if (parts.length === 0) return []
  const query = db
    .updateTable('feedback')
    .set((eb) => ({
      trace_id: eb
        .selectFrom('spans')
        .select('spans.trace_id')
        .whereRef('spans.workspace_id', '=', 'feedback.workspace_id')
        .whereRef('spans.id', '=', 'feedback.span_id')
        .limit(1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'is', null)
    .where((eb) =>
      db.portable.isAnyOf(
        eb.ref('span_id').$notNull(),
        parts.map(({ id }) => id),
      ),
    )
    .compile()
  return [{ query, rows: [query.parameters], isRelaxed: true }]
}
