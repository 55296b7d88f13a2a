import type { MultitaskStrategy } from '@lathe/contract'
import type { Context } from '../../api/context.ts'
import { rollbackRun } from './rollback.store.ts'
import { cancelRun, cancelThreadRuns } from '../api/runs.store.ts'
import { waiting } from './thread-queue.store.ts'

/** Longest wait for the last steps of a run that is replaced. */
const UNWIND_MS = 5_000

type Replacement = {
  threadId: string
  strategy: MultitaskStrategy
  /** A run that waits for a human. The new run replaces it whatever the strategy, as in LangGraph. */
  pausedRunId?: string | undefined
}

export const replacesOthers = (strategy: MultitaskStrategy): boolean =>
  strategy === 'interrupt' || strategy === 'rollback'

/**
 * Ends what the strategy ends. `interrupt` and `rollback` cancel the running run and drop the queue behind it, and
 * `rollback` also deletes the checkpoints of the cancelled runs.
 */
export async function endReplacedRuns(context: Context, replacement: Replacement): Promise<void> {
  const { db, workspaceId, executor } = context
  const { strategy, pausedRunId } = replacement
  const cancelled = await cancelReplaced(context, replacement)
  for (const id of cancelled) executor.abort(id)
  const signal = AbortSignal.timeout(UNWIND_MS)
  await Promise.all(cancelled.map((id) => executor.waitUntilSettled(id, signal)))
  if (strategy !== 'rollback') return
  for (const id of cancelled) {
    if (id !== pausedRunId) await rollbackRun(db, workspaceId, id)
  }
}

async function cancelReplaced(
  { db, workspaceId }: Context,
  { threadId, strategy, pausedRunId }: Replacement,
): Promise<string[]> {
  if (replacesOthers(strategy)) return cancelThreadRuns(db, workspaceId, threadId)
  if (pausedRunId === undefined) return []
  // The new run will be rejected, so it must not end anything.
  if (strategy === 'reject' && (await waiting.first(db, { threadId }))) return []
  return (await cancelRun(db, workspaceId, pausedRunId)) ? [pausedRunId] : []
}
