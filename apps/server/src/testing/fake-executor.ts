import type { RunEvent } from '@lathe/contract'
import type { ExecutorPort } from '../api/context.ts'

/** Implements the executor's port without an engine. The test supplies the events. */
export function fakeExecutor() {
  const woken: number[] = []
  const aborted: string[] = []
  const recorded = new Map<string, RunEvent[]>()
  const port: ExecutorPort = {
    launch: async (insert) => {
      const inserted = await insert(null).store()
      if (inserted.type === 'inserted') woken.push(woken.length)
      return inserted
    },
    wake: () => void woken.push(woken.length),
    abort: (runId) => void aborted.push(runId),
    events: async function* (runId, { after }) {
      yield* (recorded.get(runId) ?? []).filter(({ seq }) => seq > after)
    },
    said: () => '',
    settled: async () => {},
    worked: async () => {},
    watch: () => ({ next: async () => {}, close: () => {} }),
    counts: () => ({ running: 0, queued: 0 }),
  }
  return { port, woken, aborted, recorded }
}
