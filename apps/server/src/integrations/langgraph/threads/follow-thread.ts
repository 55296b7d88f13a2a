import { isEnded } from '@lathe/contract'
import type { Context } from '../../../api/context.ts'
import { now } from '../../../platform/time.ts'
import { findNewestRun, findNextRun, type ThreadRun } from './thread-runs.store.ts'

/** Includes runs that have just ended, because a client starts to listen after it started one. */
const RECENT_MICROS = 60_000_000

/** Yields the live run of a thread and each later one, while the client listens. */
export async function* followThread(
  { db, workspaceId, executor }: Context,
  threadId: string,
  signal: AbortSignal,
): AsyncGenerator<ThreadRun> {
  const notifier = executor.watch(threadId)
  const isAborted = () => signal.aborted
  try {
    const newest = await findNewestRun(db, workspaceId, threadId)
    if (newest && isRelevant(newest)) yield newest
    let last = newest?.id ?? null
    while (!isAborted()) {
      const next = await findNextRun(db, workspaceId, threadId, last)
      if (!next) {
        await notifier.next(signal)
        continue
      }
      yield next
      last = next.id
    }
  } finally {
    notifier.close()
  }
}

const isRelevant = ({ status, updatedAt }: ThreadRun) =>
  !isEnded(status) || updatedAt > now() - RECENT_MICROS
