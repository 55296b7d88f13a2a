import { isEnded, type RunEvent } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { listRunEvents } from '../api/run-events.store.ts'
import type { Bell } from './bell.ts'
import type { RunLog } from './run-log.ts'
import { findEnd } from './settled-run.store.ts'

export type ReadOptions = {
  after: number
  /** `settled` also stops when the run is interrupted. */
  until: 'ended' | 'settled'
  signal?: AbortSignal | undefined
}

type Sources = {
  db: Queries
  bell: Bell
  /** The log of a run that executes in this process. */
  logOf: (runId: string) => RunLog | undefined
}

/** Yields stored and then live events, wherever the run executes, without gaps or repeats. */
export async function* readEvents(
  { db, bell, logOf }: Sources,
  runId: string,
  { after, until, signal }: ReadOptions,
): AsyncGenerator<RunEvent> {
  const listener = bell.listen(runId)
  let seen = after
  /** The log of an execution that just ended, which saves reading its last events. */
  let left: RunLog | undefined
  const isGone = () => signal?.aborted === true
  const isLast = ({ body }: RunEvent) =>
    body.type === 'status' &&
    (isEnded(body.status) || (until === 'settled' && body.status === 'interrupted'))

  try {
    while (!isGone()) {
      const log = logOf(runId) ?? left
      left = undefined
      const live = log?.after(seen) ?? null
      const events = live ?? (await listRunEvents(db, runId, seen))
      for (const event of events) {
        seen = event.seq
        yield event
        if (isLast(event)) return
      }
      if (events.length > 0) {
        if (live) left = log
        continue
      }
      if (log && live && !log.isClosed) {
        await nextLive(log, signal)
        left = log
        continue
      }
      const end = await findEnd(db, runId, seen, until)
      if (end === 'over') return
      if (end !== 'open') {
        yield end
        return
      }
      await listener.next(signal)
    }
  } finally {
    listener.close()
  }
}

async function nextLive(log: RunLog, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return await log.changed()
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    void log.changed().then(done)
  })
}
