import { isEnded } from '@lathe/contract'
import type { Context } from '../../../api/context.ts'
import { now } from '../../../platform/time.ts'
import { findNewestRun, findNextRun, type ThreadRun } from './thread-runs.store.ts'

/** Runs that ended just now are told too: a client listens only after it has started one. */
const RECENT_MICROS = 60_000_000

/** The run that is live on a thread, and each that comes after it, as long as somebody listens. */
export async function* followThread(
  { db, workspaceId, executor }: Context,
  threadId: string,
  signal: AbortSignal,
): AsyncGenerator<ThreadRun> {
  const bell = executor.watch(threadId)
  const isGone = () => signal.aborted
  try {
    const newest = await findNewestRun(db, workspaceId, threadId)
    if (newest && isOfInterest(newest)) yield newest
    let last = newest?.id ?? null
    while (!isGone()) {
      const next = await findNextRun(db, workspaceId, threadId, last)
      if (!next) {
        await bell.next(signal)
        continue
      }
      yield next
      last = next.id
    }
  } finally {
    bell.close()
  }
}

const isOfInterest = ({ status, updatedAt }: ThreadRun) =>
  !isEnded(status) || updatedAt > now() - RECENT_MICROS
