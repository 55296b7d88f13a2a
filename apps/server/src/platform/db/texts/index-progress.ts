import type { Db, Queries } from '../db.ts'
import { isWholeTrace } from './queue-texts.ts'

/** How far an index that is made anew has come; what came in just now is not told. */
export async function measureIndexProgress(db: Db, workspaceId: string) {
  const count = async (table: 'traces' | 'search_queue', queries: Queries) => {
    const counted = queries
      .selectFrom(table)
      .where('workspace_id', '=', workspaceId)
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
    const asked = table === 'traces' ? counted : counted.where(isWholeTrace)
    return Number((await asked.executeTakeFirstOrThrow()).count)
  }
  const isNew = await db.texts.isNew()
  const [queued, total] = await Promise.all([
    count('search_queue', db.analytics),
    count('traces', db.analytics),
  ])
  const waiting = isNew ? total : Math.min(queued, total)
  return { isWhole: waiting === 0, waiting, total }
}
