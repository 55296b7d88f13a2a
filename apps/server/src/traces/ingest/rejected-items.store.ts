import { createHash } from 'node:crypto'
import type { RejectedItem, TraceSource } from '@lathe/contract'
import { v7 } from 'uuid'
import type { Batch } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import type { Rejection } from './ingest-batch.ts'

const MAX_STORED = 1_000

const HOUR_MS = 3_600_000

const insertItems = rowInserter('rejected_items', (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['workspace_id', 'id']).doUpdateSet((eb) => ({
      reason: eb.ref('excluded.reason'),
      excerpt: eb.ref('excluded.excerpt'),
      rejected_at: eb.ref('excluded.rejected_at'),
    })),
  ),
)

type Item = Rejection & { source: TraceSource }

/** Stores rejections and keeps the newest thousand. */
export function storeRejections(
  db: Queries,
  workspaceId: string,
  rejections: readonly Item[],
  rejectedAt: number,
): Batch {
  if (rejections.length === 0) return []
  const rows = rejections.slice(-MAX_STORED).map(({ count, source, ...rejection }) => ({
    workspace_id: workspaceId,
    id: count === undefined ? v7() : hourId({ source, ...rejection }, rejectedAt),
    ...rejection,
    door: source,
    rejected_at: rejectedAt,
  }))
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()]
  return [
    ...insertItems(db, distinct),
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
          .offset(MAX_STORED - 1),
      ),
  ]
}

/** An id that sorts at the start of the hour. */
function hourId({ source, item, field }: Omit<Item, 'count'>, time: number): string {
  const random = createHash('sha256').update(`${source} ${item} ${field}`).digest()
  const now = time / 1_000
  return v7({ msecs: now - (now % HOUR_MS), seq: 0, random })
}

const MAX_LISTED = 200

export async function listRejectedItems(db: Queries, workspaceId: string): Promise<RejectedItem[]> {
  const rows = await db
    .selectFrom('rejected_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ workspace_id: _workspace, rejected_at, door, ...item }) => ({
    ...item,
    source: door,
    rejectedAt: rejected_at,
  }))
}
