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

/** Long work that outlives its request and its process: one process at a time is at it. */
export type Jobs = {
  /** At once; while it is at work already, only those that go `again` do so once more afterwards. */
  start(workspaceId: string, id: string): void
  /** Resolves when it has stopped, whichever process was at it. */
  stop(id: string): Promise<void>
  /** Resolves when nobody is at it any more: what it has begun goes on for whoever starts it next. */
  leave(id: string): Promise<void>
  /** Goes on with what was at work when its process ended, and from now on with what other processes leave. */
  resume(): Promise<void>
  /** Leaves what is at work to another process, or to whoever starts next. */
  drain(): Promise<void>
}

export type Job = { workspaceId: string; id: string }

type Working = { abort: AbortController; done: Promise<void>; isAskedAgain: boolean }

export type JobOptions = {
  db: Db
  limits: Pick<Limits, 'runLeaseMs'>
  log: Pick<Log, 'error'>
  kind: JobLease['kind']
  /** The signal's reason is `DRAINING` when another process is to go on. */
  work: (job: Job, signal: AbortSignal) => Promise<void>
  listRunning: () => Promise<Job[]>
  /** Work may come in while it is at work. */
  again?: boolean
}

export const DRAINING = 'draining'
const STOPPED = 'stopped'
type Reason = typeof DRAINING | typeof STOPPED
/** How the process that is at it is told. */
const CHANNELS = { [STOPPED]: 'stop', [DRAINING]: 'leave' } as const

/** How soon it is seen that another process has stopped. */
const LOOK_MS = 100

export function createJobs(options: JobOptions): Jobs {
  const { db, limits, log, kind, work, listRunning, again = false } = options
  const owner = randomUUID()
  const everyMs = limits.runLeaseMs / 3
  const working = new Map<string, Working>()
  /** What broke off here begins again when it is asked for, and not by itself. */
  const broken = new Set<string>()
  let isDrained = false
  let looking: { timer: NodeJS.Timeout | undefined; unlisten: (() => void)[] } | undefined

  const until = () => now() + limits.runLeaseMs * 1_000
  const halt = (id: string, reason: Reason): Working | undefined => {
    const job = working.get(id)
    if (!job) return undefined
    // Whoever asked for more before is stopped with it.
    job.isAskedAgain = false
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
  const alone = async (job: Job, abort: AbortController) => {
    const lease = { kind, id: job.id, owner }
    if (!(await takeJob(db, lease, { now: now(), until: until() }))) return
    const keep = async () => {
      if (!(await keepJob(db, lease, until()))) abort.abort(DRAINING)
    }
    // While the database is away nobody else can take it either.
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
    const done = alone({ workspaceId, id }, abort)
      .catch((error: unknown) => {
        broken.add(id)
        log.error({ err: error, job: id }, 'a job broke off')
      })
      .finally(() => {
        const { isAskedAgain } = job
        working.delete(id)
        if (isAskedAgain && abort.signal.reason !== DRAINING) begin(workspaceId, id)
      })
    const job: Working = { abort, done, isAskedAgain: false }
    working.set(id, job)
  }
  const look = async () => {
    for (const { workspaceId, id } of await listRunning())
      if (!working.has(id) && !broken.has(id)) begin(workspaceId, id)
  }
  const lookAgain = () =>
    void look().catch((error: unknown) =>
      log.error({ err: error }, 'what others left could not be looked for'),
    )

  return {
    start(workspaceId, id) {
      broken.delete(id)
      const known = working.get(id)
      if (known) known.isAskedAgain = again
      else begin(workspaceId, id)
    },
    stop: (id) => haltEverywhere(id, STOPPED),
    leave: (id) => haltEverywhere(id, DRAINING),
    async resume() {
      if (!looking) {
        looking = { timer: undefined, unlisten: [] }
        // One server per embedded database: whoever held a lease is dead, and nobody will leave any.
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
