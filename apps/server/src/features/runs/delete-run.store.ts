import { ENDED } from '@lathe/contract'
import { atomic } from '../../db/atomic.ts'
import type { Db } from '../../db/db.ts'
import { deleteTrace } from '../../db/spans/delete-trace.ts'

/** A run that has ended, with its events and its trace; what it left on its thread stays. */
export async function deleteRun(db: Db, workspaceId: string, id: string): Promise<void> {
  const ended = db
    .selectFrom('runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', ENDED)
  await atomic(db, [
    db.deleteFrom('run_events').where('run_id', 'in', ended),
    db
      .deleteFrom('runs')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('status', 'in', ENDED),
  ])
  await deleteTrace(db, workspaceId, id)
}
