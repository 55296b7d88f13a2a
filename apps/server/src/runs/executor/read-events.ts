import { isEnded, type RunEvent } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { listRunEvents } from '../api/run-events.store.ts'
import type { Notifier } from './notifier.ts'
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
  notifier: Notifier
  /** The log of a run that executes in this process. */
  findLog: (runId: string) => RunLog | undefined
}

/** Yields stored and then live events, wherever the run executes, without gaps or repeats. */
export async function* readEvents(
  { db, notifier, findLog }: Sources,
  runId: string,
  { after, until, signal }: ReadOptions,
): AsyncGenerator<RunEvent> {
  const listener = notifier.listen(runId)
  let lastSeq = after
  /** The log of an execution that just ended, which saves reading its last events. */
  let endedLog: RunLog | undefined
  const isAborted = () => signal?.aborted === true
  const isLast = ({ body }: RunEvent) =>
    body.type === 'status' &&
    (isEnded(body.status) || (until === 'settled' && body.status === 'interrupted'))

  try {
    while (!isAborted()) {
      const log = findLog(runId) ?? endedLog
      endedLog = undefined
      const live = log?.eventsAfter(lastSeq) ?? null
      const events = live ?? (await listRunEvents(db, runId, lastSeq))
      for (const event of events) {
        lastSeq = event.seq
        yield event
        if (isLast(event)) return
      }
      if (events.length > 0) {
        if (live) endedLog = log
        continue
      }
      if (log && live && !log.isClosed) {
        await nextLive(log, signal)
        endedLog = log
        continue
      }
      const end = await findEnd(db, runId, lastSeq, until)
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
  if (!signal) return await log.waitForChange()
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const finish = () => {
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish)
    void log.waitForChange().then(finish)
  })
}
