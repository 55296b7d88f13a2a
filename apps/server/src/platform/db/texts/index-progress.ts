import type { Db, Queries } from '../db.ts'
import { isWholeTrace } from './queue-texts.ts'

/** Returns the progress of a rebuild. New spans that wait for indexing do not count. */
export async function measureIndexProgress(db: Db, workspaceId: string) {
  const count = async (table: 'traces' | 'search_queue', queries: Queries) => {
    const rows = queries
      .selectFrom(table)
      .where('workspace_id', '=', workspaceId)
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
    const query = table === 'traces' ? rows : rows.where(isWholeTrace)
    return Number((await query.executeTakeFirstOrThrow()).count)
  }
  const isNew = await db.texts.isNew()
  const [queued, total] = await Promise.all([
    count('search_queue', db.analytics),
    count('traces', db.analytics),
  ])
  const waiting = isNew ? total : Math.min(queued, total)
  return { isComplete: waiting === 0, waiting, total }
}
