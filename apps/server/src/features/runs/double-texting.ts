import { LIVE, type MultitaskStrategy } from '@lathe/contract'
import type { Context } from '../../http/api.ts'
import { rollbackRun } from './rollback.store.ts'
import { cancelRun } from './runs.store.ts'

/** Longest wait for the last steps of a run that makes room for another. */
const UNWIND_MS = 5_000

/** Ends the live run of a thread where the strategy says so; with `rollback` it leaves nothing behind. */
export async function makeRoom(
  context: Context,
  threadId: string,
  strategy: MultitaskStrategy,
): Promise<void> {
  if (strategy !== 'interrupt' && strategy !== 'rollback') return
  const { db, workspaceId, executor } = context
  const live = await db
    .selectFrom('runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', '=', threadId)
    .where('status', 'in', LIVE)
    .where('waits', '=', 0)
    .executeTakeFirst()
  if (!live) return
  if (await cancelRun(db, workspaceId, live.id)) executor.abort(live.id)
  await executor.settled(live.id, AbortSignal.timeout(UNWIND_MS))
  if (strategy === 'rollback') await rollbackRun(db, workspaceId, live.id)
}
