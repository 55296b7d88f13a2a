import { v7 } from 'uuid'
import type { Batch } from '../atomic.ts'
import type { Queries } from '../db.ts'
import { toJson } from '../json.ts'
import type { QueuedText } from './text-index.ts'

/** In the transaction of what changes; one row, however many spans. */
export const queueTexts = (db: Queries, workspaceId: string, body: QueuedText): Batch => [
  db.insertInto('search_queue').values({ workspace_id: workspaceId, id: v7(), body: toJson(body) }),
]

export const hasQueued = async (db: Queries): Promise<boolean> =>
  (await db.selectFrom('search_queue').select('id').limit(1).executeTakeFirst()) !== undefined
