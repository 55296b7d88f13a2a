import { newId } from '@lathe/engine/ids'
import { type SqlBool, sql } from 'kysely'
import type { Batch } from '../atomic.ts'
import type { Queries } from '../db.ts'
import { rowInserter } from '../insert-rows.ts'
import { toJson } from '../json.ts'
import type { QueuedText } from './text-index.ts'

const insertQueued = rowInserter('search_queue')

/** In the transaction of what changes; one row, however many spans. */
export const queueTexts = (
  db: Queries,
  workspaceId: string,
  body: QueuedText,
  id = newId(),
): Batch => insertQueued(db, [{ workspace_id: workspaceId, id, body: toJson(body) }])

/** Whole traces, as they are queued for an index that is made anew. */
export const isWholeTrace = sql<SqlBool>`body like '{"trace"%'`

export const hasQueued = async (db: Queries): Promise<boolean> =>
  (await db.selectFrom('search_queue').select('id').limit(1).executeTakeFirst()) !== undefined
