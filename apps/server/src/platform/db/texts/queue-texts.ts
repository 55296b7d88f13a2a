import { newId } from '@lathe/engine/ids'
import { type SqlBool, sql } from 'kysely'
import type { Batch } from '../atomic.ts'
import type { Queries } from '../db.ts'
import { rowInserter } from '../insert-rows.ts'
import { toJson } from '../json.ts'
import type { QueuedText } from './text-index.ts'

const insertQueued = rowInserter('search_queue')

/** Queues spans or traces for indexing, as one row in the transaction of the change. */
export const queueTexts = (
  db: Queries,
  workspaceId: string,
  body: QueuedText,
  id = newId(),
): Batch => insertQueued(db, [{ workspace_id: workspaceId, id, body: toJson(body) }])

/** Matches rows of whole traces, which are queued to rebuild the index. */
export const isWholeTrace = sql<SqlBool>`body like '{"trace"%'`

export const hasQueued = async (db: Queries): Promise<boolean> =>
  (await db.selectFrom('search_queue').select('id').limit(1).executeTakeFirst()) !== undefined
