import type { Context } from '../api/context.ts'
import { cancelThreadRuns } from '../runs/api/runs.store.ts'

/** Longest wait for the runs of a deleted thread. */
const ABORT_MS = 5_000

/** Cancels the runs of a thread and waits until they write no more checkpoints. */
export async function stopThread(
  { db, executor, workspaceId }: Context,
  threadId: string,
): Promise<void> {
  const live = await cancelThreadRuns(db, workspaceId, threadId)
  const signal = AbortSignal.timeout(ABORT_MS)
  for (const id of live) executor.abort(id)
  await Promise.all(live.map((id) => executor.waitUntilSettled(id, signal)))
}
