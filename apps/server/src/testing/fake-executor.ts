import type { Limits, RunEvent } from '@lathe/contract'
import type { ExecutorPort } from '../api/context.ts'
import type { Db } from '../platform/db/db.ts'
import { insertPending } from '../runs/start/start-run.store.ts'

/** Implements the executor's port without an engine. The test supplies the events. */
export function fakeExecutor(db: Db, { runsQueued }: Pick<Limits, 'runsQueued'>) {
  const woken: number[] = []
  const aborted: string[] = []
  const recorded = new Map<string, RunEvent[]>()
  const port: ExecutorPort = {
    launch: async (start) => {
      const inserted = await insertPending(db, start, runsQueued)
      if (inserted.type === 'inserted') woken.push(woken.length)
      return inserted
    },
    wake: () => void woken.push(woken.length),
    abort: (runId) => void aborted.push(runId),
    events: async function* (runId, { after }) {
      yield* (recorded.get(runId) ?? []).filter(({ seq }) => seq > after)
    },
    partialText: () => '',
    waitUntilSettled: async () => {},
    waitForOutcome: async () => {},
    watch: () => ({ next: async () => {}, close: () => {} }),
    counts: () => ({ running: 0, queued: 0 }),
  }
  return { port, woken, aborted, recorded }
}
