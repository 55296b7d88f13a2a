import type { Log } from './log.ts'

/** Long work that outlives its request: it can be stopped, and goes on after a restart. */
export type Jobs = {
  /** At once; while it is at work already, only those that go `again` do so once more afterwards. */
  start(workspaceId: string, id: string): void
  /** Resolves when it has stopped. */
  stop(id: string): Promise<void>
  /** Goes on with what was at work when its process ended. */
  resume(): Promise<void>
  /** Leaves what is at work to whoever starts next. */
  drain(): Promise<void>
}

export type Job = { workspaceId: string; id: string }

type Working = { abort: AbortController; done: Promise<void>; isAskedAgain: boolean }

type JobOptions = {
  log: Pick<Log, 'error'>
  /** The signal's reason is `DRAINING` when another process is to go on. */
  work: (job: Job, signal: AbortSignal) => Promise<void>
  listRunning: () => Promise<Job[]>
  /** Work may come in while it is at work. */
  again?: boolean
}

export const DRAINING = 'draining'
const STOPPED = 'stopped'

export function createJobs({ log, work, listRunning, again = false }: JobOptions): Jobs {
  const working = new Map<string, Working>()
  const start = (workspaceId: string, id: string) => {
    const known = working.get(id)
    if (known) {
      known.isAskedAgain = again
      return
    }
    const abort = new AbortController()
    const done = work({ workspaceId, id }, abort.signal)
      .catch((error: unknown) => log.error({ err: error, job: id }, 'a job broke off'))
      .finally(() => {
        const { isAskedAgain } = job
        working.delete(id)
        if (isAskedAgain && abort.signal.reason !== DRAINING) start(workspaceId, id)
      })
    const job: Working = { abort, done, isAskedAgain: false }
    working.set(id, job)
  }

  return {
    start,
    async stop(id) {
      const job = working.get(id)
      job?.abort.abort(STOPPED)
      await job?.done
    },
    async resume() {
      for (const { workspaceId, id } of await listRunning()) start(workspaceId, id)
    },
    async drain() {
      for (const { abort } of working.values()) abort.abort(DRAINING)
      await Promise.all([...working.values()].map(({ done }) => done))
    },
  }
}
