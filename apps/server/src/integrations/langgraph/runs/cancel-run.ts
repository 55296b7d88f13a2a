import { rollbackRun } from '../../../runs/start/rollback.store.ts'
import { cancelRun } from '../../../runs/api/runs.store.ts'
import type { Context } from '../../../api/context.ts'

/** Longest wait for the last words of a run that was told to stop. */
const UNWIND_MS = 5_000

/** False when it had ended already. */
export async function cancelOne(context: Context, runId: string): Promise<boolean> {
  const isCancelled = await cancelRun(context.db, context.workspaceId, runId)
  if (isCancelled) context.executor.abort(runId)
  return isCancelled
}

export type CancelAction = 'interrupt' | 'rollback'

/** With `rollback` the thread is left as it was before the run. */
export async function stopRun(
  context: Context,
  runId: string,
  { action, waits }: { action: CancelAction; waits: boolean },
): Promise<void> {
  await cancelOne(context, runId)
  if (waits || action === 'rollback') {
    await context.executor.settled(runId, AbortSignal.timeout(UNWIND_MS))
  }
  if (action === 'rollback') await rollbackRun(context.db, context.workspaceId, runId)
}
