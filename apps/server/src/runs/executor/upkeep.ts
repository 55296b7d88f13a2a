import type { Limits } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { listFreeThreads, promoteNext } from '../start/thread-queue.store.ts'
import type { Log } from '../../platform/log.ts'
import { now } from '../../platform/time.ts'
import type { Claimer } from './claimer.ts'
import { closeSpans } from './close-spans.ts'
import {
  answerOverdue,
  nextDeadline,
  releaseAbandoned,
  releaseOrphaned,
  renewLeases,
} from './leases.store.ts'

export type Upkeep = {
  start(): void
  /** Answers interrupts at this deadline. */
  expect(deadline: number): void
  stop(): void
}

type UpkeepOptions = {
  db: Db
  owner: string
  limits: Limits
  log: Log
  claimer: Claimer
}

/** Timer and database clocks differ slightly. */
const MIN_WAIT_MS = 5

/** Runs periodically: renews leases, claims lapsed runs of other processes, answers overdue pauses. */
export function createUpkeep({ db, owner, limits, log, claimer }: UpkeepOptions): Upkeep {
  const everyMs = limits.runLeaseMs / 3
  let timer: NodeJS.Timeout | undefined
  let nextRunAt = 0
  let isStopped = false

  /** Renews the leases of all runs held here. A run that no longer executes may still be storing its outcome. */
  const keepLeases = async () => {
    const heldRuns = [...claimer.running.values()]
    const ids = heldRuns.map(({ row }) => row.id)
    const statuses = await renewLeases(db, owner, ids, now() + limits.runLeaseMs * 1_000)
    for (const run of heldRuns) {
      if (!run.isExecuting) continue
      const status = statuses.get(run.row.id)
      if (status === undefined) run.forget()
      else if (status !== 'running') run.cancel()
    }
    if (!claimer.isStarting) await releaseOrphaned(db, owner, [...claimer.running.keys()], now())
  }
  const endAbandoned = async () => {
    for (const { id, workspaceId } of await releaseAbandoned(db, now())) {
      const closing = { status: 'cancelled', error: null } as const
      await closeSpans(db, workspaceId, id, closing, { root: false })
    }
  }
  const runOnce = async () => {
    await keepLeases()
    await endAbandoned()
    await answerOverdue(db, now())
    for (const threadId of await listFreeThreads(db)) await promoteNext(db, threadId)
    claimer.wake()
  }
  const loop = async () => {
    let deadline: number | null = null
    try {
      await runOnce()
      deadline = await nextDeadline(db)
    } catch (error) {
      log.error({ err: error }, 'the upkeep of runs failed')
    }
    const regularTime = now() + everyMs * 1_000
    schedule(deadline === null ? regularTime : Math.min(regularTime, deadline))
  }
  const schedule = (timestamp: number) => {
    if (isStopped) return
    clearTimeout(timer)
    nextRunAt = timestamp
    timer = setTimeout(() => void loop(), Math.max(MIN_WAIT_MS, (timestamp - now()) / 1_000))
  }

  return {
    start: () => void loop(),
    expect(deadline) {
      if (deadline < nextRunAt) schedule(deadline)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
