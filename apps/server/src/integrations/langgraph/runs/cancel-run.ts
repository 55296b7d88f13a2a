import { rollbackRun } from '../../../runs/start/rollback.store.ts'
import { cancelRun } from '../../../runs/api/runs.store.ts'
import type { Context } from '../../../api/context.ts'

/** Maximum wait for the final events of a cancelled run. */
const ROLLBACK_TIMEOUT_MS = 5_000

/** Returns false if the run has already ended. */
export async function cancelOne(context: Context, runId: string): Promise<boolean> {
  const isCancelled = await cancelRun(context.db, context.workspaceId, runId)
  if (isCancelled) context.executor.abort(runId)
  return isCancelled
}

export type CancelAction = 'interrupt' | 'rollback'

/** `rollback` also restores the thread to its state before the run. */
export async function stopRun(
  context: Context,
  runId: string,
  { action, waits }: { action: CancelAction; waits: boolean },
): Promise<void> {
  await cancelOne(context, runId)
  if (waits || action === 'rollback') {
    await context.executor.waitUntilSettled(runId, AbortSignal.timeout(ROLLBACK_TIMEOUT_MS))
  }
  if (action === 'rollback') await rollbackRun(context.db, context.workspaceId, runId)
}
