import type { TraceSource } from '@lathe/contract'
import { v7 } from 'uuid'
import type { Batch } from '../db/atomic.ts'
import type { Queries } from '../db/db.ts'
import { rowInserter } from '../db/insert-rows.ts'
import type { Rejection } from './delivery.ts'

const KEPT = 1_000

const insertItems = rowInserter('rejected_items')

/** Keeps the newest thousand. */
export function keepRejections(
  db: Queries,
  workspaceId: string,
  rejections: readonly (Rejection & { door: TraceSource })[],
  rejectedAt: number,
): Batch {
  if (rejections.length === 0) return []
  const rows = rejections.slice(-KEPT).map((rejection) => ({
    workspace_id: workspaceId,
    id: v7(),
    ...rejection,
    rejected_at: rejectedAt,
  }))
  return [
    ...insertItems(db, rows),
    db
      .deleteFrom('rejected_items')
      .where('workspace_id', '=', workspaceId)
      .where('id', '<', (eb) =>
        eb
          .selectFrom('rejected_items as newer')
          .select('newer.id')
          .where('newer.workspace_id', '=', workspaceId)
          .orderBy('newer.id', 'desc')
          .limit(1)
          .offset(KEPT - 1),
      ),
  ]
}
