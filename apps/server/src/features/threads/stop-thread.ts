import type { Context } from '../../http/api.ts'
import { cancelRunOf } from '../runs/runs.store.ts'

/** Longest wait for what a deleted thread was doing. */
const ABORT_MS = 5_000

/** Cancels what runs on a thread, and waits until it writes no more checkpoints. */
export async function stopThread(
  { db, executor, workspaceId }: Context,
  threadId: string,
): Promise<void> {
  const live = await cancelRunOf(db, workspaceId, threadId)
  if (live === undefined) return
  executor.abort(live)
  await executor.settled(live, AbortSignal.timeout(ABORT_MS))
}
