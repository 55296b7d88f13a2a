import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Lead } from './read-stretch.ts'
import type { RunQuery } from './run-query.ts'

/** No index has spans by their parents: those of one that is there are in its trace. */
export async function tracesByParent(
  { db, workspaceId }: { db: Db; workspaceId: string },
  { trace, parentRun }: RunQuery,
): Promise<Lead | undefined> {
  if (parentRun === undefined || trace !== undefined) return undefined
  const found = await db
    .selectFrom('spans')
    .select('trace_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', parentRun)
    .execute()
  if (found.length === 0) return undefined
  const ids = found.map((row) => row.trace_id)
  return db.portable.isAnyOf(sql.ref<string>('spans.trace_id'), ids)
}
