import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Limits } from '@lathe/contract'
import type { Db } from '../db/db.ts'
import {
  isJobHeld,
  type JobLease,
  keepJob,
  lapseJobs,
  leaveJob,
  takeJob,
} from '../db/job-leases.ts'
import type { Log } from '../log.ts'
import { now } from '../time.ts'

/** Long work that outlives its request and its process. A job runs in one process at a time. */
export type Jobs = {
  /** Starts the job. If it is already running, jobs with `again` run once more afterwards. */
  start(workspaceId: string, id: string): void
  /** Resolves when the job has stopped, in whichever process it ran. */
  stop(id: string): Promise<void>
  /** Resolves when the job no longer runs. The next process that starts it resumes it. */
  leave(id: string): Promise<void>
  /**
   * Resumes jobs that were running when their process ended, and from now on those of drained
   * processes.
   */
  resume(): Promise<void>
  /** Leaves running jobs to another process or to the next start. */
  drain(): Promise<void>
}

export type Job = { workspaceId: string; id: string }

type Working = { abort: AbortController; done: Promise<void>; isRequestedAgain: boolean }

export type JobOptions = {
  db: Db
  limits: Pick<Limits, 'runLeaseMs'>
  log: Pick<Log, 'error'>
  kind: JobLease['kind']
  /** The signal's reason is `DRAINING` if another process resumes the job. */
  work: (job: Job, signal: AbortSignal) => Promise<void>
  listRunning: () => Promise<Job[]>
  /** Run once more if the job is started while it is running. */
  again?: boolean
}

export const DRAINING = 'draining'
const STOPPED = 'stopped'
type Reason = typeof DRAINING | typeof STOPPED
/** Notification channels to the process that runs the job. */
const CHANNELS = { [STOPPED]: 'stop', [DRAINING]: 'leave' } as const

/** Interval of checks whether another process has stopped. */
const LOOK_MS = 100

export function createJobs(options: JobOptions): Jobs {
  const { db, limits, log, kind, work, listRunning, again = false } = options
  const owner = randomUUID()
  const everyMs = limits.runLeaseMs / 3
  const working = new Map<string, Working>()
  /** Failed jobs, which start again only on request. */
  const failed = new Set<string>()
  let isDrained = false
  let looking: { timer: NodeJS.Timeout | undefined; unlisten: (() => void)[] } | undefined

  const until = () => now() + limits.runLeaseMs * 1_000
  const halt = (id: string, reason: Reason): Working | undefined => {
    const job = working.get(id)
    if (!job) return undefined
    // Also drop the request for another run.
    job.isRequestedAgain = false
    job.abort.abort(reason)
    return job
  }
  const haltEverywhere = async (id: string, reason: Reason) => {
    await halt(id, reason)?.done
    while (await isJobHeld(db, { kind, id }, now())) {
      await db.portable.notify(CHANNELS[reason], id)
      await wait(LOOK_MS)
    }
  }
  const runExclusively = async (job: Job, abort: AbortController) => {
    const lease = { kind, id: job.id, owner }
    if (!(await takeJob(db, lease, { now: now(), until: until() }))) return
    const keep = async () => {
      if (!(await keepJob(db, lease, until()))) abort.abort(DRAINING)
    }
    // While the database is unreachable, no other process can take the job.
    const keeping = setInterval(() => void keep().catch(() => undefined), everyMs)
    try {
      if (!abort.signal.aborted) await work(job, abort.signal)
    } finally {
      clearInterval(keeping)
      await leaveJob(db, lease)
    }
  }
  const begin = (workspaceId: string, id: string) => {
    if (isDrained) return
    const abort = new AbortController()
    const done = runExclusively({ workspaceId, id }, abort)
      .catch((error: unknown) => {
        failed.add(id)
        log.error({ err: error, job: id }, 'job failed')
      })
      .finally(() => {
        const { isRequestedAgain } = job
        working.delete(id)
        if (isRequestedAgain && abort.signal.reason !== DRAINING) begin(workspaceId, id)
      })
    const job: Working = { abort, done, isRequestedAgain: false }
    working.set(id, job)
  }
  const look = async () => {
    for (const { workspaceId, id } of await listRunning())
      if (!working.has(id) && !failed.has(id)) begin(workspaceId, id)
  }
  const lookAgain = () =>
    void look().catch((error: unknown) =>
      log.error({ err: error }, 'could not look for jobs of other processes'),
    )

  return {
    start(workspaceId, id) {
      failed.delete(id)
      const known = working.get(id)
      if (known) known.isRequestedAgain = again
      else begin(workspaceId, id)
    },
    stop: (id) => haltEverywhere(id, STOPPED),
    leave: (id) => haltEverywhere(id, DRAINING),
    async resume() {
      if (!looking) {
        looking = { timer: undefined, unlisten: [] }
        // An embedded database has one server, so existing leases belong to dead processes.
        if (db.engine === 'sqlite') await lapseJobs(db, kind)
        else {
          looking.unlisten = await Promise.all([
            db.portable.listen('stop', (id) => void halt(id, STOPPED)),
            db.portable.listen('leave', (id) => void halt(id, DRAINING)),
            db.portable.listen('jobs', lookAgain),
          ])
          looking.timer = setInterval(lookAgain, everyMs)
        }
      }
      await look()
    },
    async drain() {
      isDrained = true
      clearInterval(looking?.timer)
      for (const stop of looking?.unlisten.splice(0) ?? []) stop()
      const left = [...working.values()]
      for (const { abort } of left) abort.abort(DRAINING)
      await Promise.all(left.map(({ done }) => done))
      if (left.length > 0) await db.portable.notify('jobs', kind)
    },
  }
}
