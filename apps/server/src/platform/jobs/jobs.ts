import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Limits } from '@lathe/contract'
import type { Db, Queries } from '../db/db.ts'
import type { Log } from '../log.ts'
import { now } from '../time.ts'
import type { JobLeasesTable } from '../db/tables/job-leases.ts'

/** Long work that outlives its request and its process. A job runs in one process at a time. */
export type Jobs = {
  /** Starts the job. If it is already running, jobs with `runAgain` run once more afterwards. */
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

type RunningJob = { abort: AbortController; done: Promise<void>; isRequestedAgain: boolean }

export type JobOptions = {
  db: Db
  limits: Pick<Limits, 'runLeaseMs'>
  log: Pick<Log, 'error'>
  kind: JobLease['kind']
  /** The signal's reason is `DRAINING` if another process resumes the job. */
  work: (job: Job, signal: AbortSignal) => Promise<void>
  listRunning: () => Promise<Job[]>
  /** Run once more if the job is started while it is running. */
  runAgain?: boolean
}

export const DRAINING = 'draining'
const STOPPED = 'stopped'
type AbortReason = typeof DRAINING | typeof STOPPED
/** Notification channels to the process that runs the job. */
const CHANNELS = { [STOPPED]: 'stop', [DRAINING]: 'leave' } as const

/** Interval of checks whether another process has stopped. */
const POLL_MS = 100

export function createJobs(options: JobOptions): Jobs {
  const { db, limits, log, kind, work, listRunning, runAgain = false } = options
  const owner = randomUUID()
  const everyMs = limits.runLeaseMs / 3
  const runningJobs = new Map<string, RunningJob>()
  /** Failed jobs, which start again only on request. */
  const failed = new Set<string>()
  let isDrained = false
  let polling: { timer: NodeJS.Timeout | undefined; unlisten: (() => void)[] } | undefined

  const leaseEnd = () => now() + limits.runLeaseMs * 1_000
  const abortJob = (id: string, reason: AbortReason): RunningJob | undefined => {
    const job = runningJobs.get(id)
    if (!job) return undefined
    // Also drop the request for another run.
    job.isRequestedAgain = false
    job.abort.abort(reason)
    return job
  }
  const abortInAllProcesses = async (id: string, reason: AbortReason) => {
    await abortJob(id, reason)?.done
    while (await isJobHeld(db, { kind, id }, now())) {
      await db.portable.notify(CHANNELS[reason], id)
      await wait(POLL_MS)
    }
  }
  const runExclusively = async (job: Job, abort: AbortController) => {
    const lease = { kind, id: job.id, owner }
    if (!(await takeJob(db, lease, { now: now(), leaseUntil: leaseEnd() }))) return
    const renewLease = async () => {
      if (!(await keepJob(db, lease, leaseEnd()))) abort.abort(DRAINING)
    }
    // While the database is unreachable, no other process can take the job.
    const renewalTimer = setInterval(() => void renewLease().catch(() => undefined), everyMs)
    try {
      if (!abort.signal.aborted) await work(job, abort.signal)
    } finally {
      clearInterval(renewalTimer)
      await leaveJob(db, lease)
    }
  }
  const startJob = (workspaceId: string, id: string) => {
    if (isDrained) return
    const abort = new AbortController()
    const done = runExclusively({ workspaceId, id }, abort)
      .catch((error: unknown) => {
        failed.add(id)
        log.error({ err: error, job: id }, 'job failed')
      })
      .finally(() => {
        const { isRequestedAgain } = job
        runningJobs.delete(id)
        if (isRequestedAgain && abort.signal.reason !== DRAINING) startJob(workspaceId, id)
      })
    const job: RunningJob = { abort, done, isRequestedAgain: false }
    runningJobs.set(id, job)
  }
  const startPendingJobs = async () => {
    for (const { workspaceId, id } of await listRunning())
      if (!runningJobs.has(id) && !failed.has(id)) startJob(workspaceId, id)
  }
  const pollJobs = () =>
    void startPendingJobs().catch((error: unknown) =>
      log.error({ err: error }, 'could not look for jobs of other processes'),
    )

  return {
    start(workspaceId, id) {
      failed.delete(id)
      const job = runningJobs.get(id)
      if (job) job.isRequestedAgain = runAgain
      else startJob(workspaceId, id)
    },
    stop: (id) => abortInAllProcesses(id, STOPPED),
    leave: (id) => abortInAllProcesses(id, DRAINING),
    async resume() {
      if (!polling) {
        polling = { timer: undefined, unlisten: [] }
        // An embedded database has one server, so existing leases belong to dead processes.
        if (db.engine === 'sqlite') await lapseJobs(db, kind)
        else {
          polling.unlisten = await Promise.all([
            db.portable.listen('stop', (id) => void abortJob(id, STOPPED)),
            db.portable.listen('leave', (id) => void abortJob(id, DRAINING)),
            db.portable.listen('jobs', pollJobs),
          ])
          polling.timer = setInterval(pollJobs, everyMs)
        }
      }
      await startPendingJobs()
    },
    async drain() {
      isDrained = true
      clearInterval(polling?.timer)
      for (const stop of polling?.unlisten.splice(0) ?? []) stop()
      const remaining = [...runningJobs.values()]
      for (const { abort } of remaining) abort.abort(DRAINING)
      await Promise.all(remaining.map(({ done }) => done))
      if (remaining.length > 0) await db.portable.notify('jobs', kind)
    },
  }
}

type JobLease = Pick<JobLeasesTable, 'kind' | 'id' | 'owner'>

type Term = { now: number; leaseUntil: number }

/** Returns false if another process runs the job. */
async function takeJob(db: Queries, lease: JobLease, { now, leaseUntil }: Term) {
  const row = await db
    .insertInto('job_leases')
    .values({ ...lease, lease_until: leaseUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'id'])
        .doUpdateSet({ owner: lease.owner, lease_until: leaseUntil })
        .where('job_leases.lease_until', '<', now),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if another process has taken over the job. */
async function keepJob(db: Queries, { kind, id, owner }: JobLease, leaseUntil: number) {
  const row = await db
    .updateTable('job_leases')
    .set({ lease_until: leaseUntil })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('owner', '=', owner)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function leaveJob(db: Queries, { kind, id, owner }: JobLease): Promise<void> {
  await db
    .deleteFrom('job_leases')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('owner', '=', owner)
    .execute()
}

async function isJobHeld(
  db: Queries,
  { kind, id }: Pick<JobLease, 'kind' | 'id'>,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('job_leases')
    .select('owner')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('lease_until', '>=', now)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Expires all leases of a kind. Call it only if no other process exists, so that their owners are
 * dead.
 */
async function lapseJobs(db: Queries, kind: JobLease['kind']): Promise<void> {
  await db.deleteFrom('job_leases').where('kind', '=', kind).execute()
}
