import { randomUUID } from 'node:crypto'
import { isEnded, type Limits, type RunEvent } from '@lathe/contract'
import type { Engine } from '@lathe/engine'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/db.ts'
import type { Channel } from '../../platform/db/portable.ts'
import {
  type Inserted,
  type InsertRun,
  insertRun,
  type RunToStart,
} from '../start/start-run.store.ts'
import { promoteNext } from '../start/thread-queue.store.ts'
import type { Log } from '../../platform/log.ts'
import { type NotificationListener, createNotifier } from './notifier.ts'
import { createClaimer } from './claimer.ts'
import { lapseAllLeases } from './leases.store.ts'
import { readEvents, type ReadOptions } from './read-events.ts'
import { closeIfOver, isSettled } from './settled-run.store.ts'
import { createUpkeep, type Upkeep } from './upkeep.ts'
import { createWriter } from './writer.ts'

export type Executor = {
  /** Claims runs left by dead processes, then executes runs until `drain`. */
  start(): Promise<void>
  /** Inserts and executes a run: here at once if there is room, otherwise from the queue. */
  launch(start: RunToStart): Promise<Inserted>
  /** Notifies the executor of a pending run. */
  wake(): void
  /** Notifies the executor that a run was cancelled: aborts its work. */
  abort(runId: string): void
  events(runId: string, options: ReadOptions): AsyncGenerator<RunEvent>
  /** The partial message of a run that executes in this process. */
  partialText(runId: string): string
  /** Resolves when the run has ended or is interrupted. */
  waitUntilSettled(runId: string, signal?: AbortSignal): Promise<void>
  /**
   * Like `settled`, but resolves before the outcome is stored, so that the next run can start
   * earlier.
   */
  waitForOutcome(runId: string, signal?: AbortSignal): Promise<void>
  /**
   * Notifies of runs that start on a thread. Runs of other processes are noticed within a second.
   */
  watch(threadId: string): NotificationListener
  counts(): { running: number; queued: number }
  /** Gives runs this long to reach a checkpoint. The next process continues from there. */
  drain(ms: number): Promise<void>
}

export type ExecutorOptions = {
  db: Db
  /** Loads the engine on first use. */
  loadEngine: () => Promise<Engine>
  limits: Limits
  log: Log
  /** Inserts the row of a run that starts here. */
  insertRun?: InsertRun
}

/** Creates the executor of a process. Any number of processes may share the database. */
export function createExecutor({
  db,
  loadEngine,
  limits,
  log,
  insertRun: insert = insertRun,
}: ExecutorOptions): Executor {
  const owner = randomUUID()
  const notifier = createNotifier()
  /** Recently ended runs: an end is final, so no query is needed. */
  const endedRuns = new LRUCache<string, true>({ max: 1_000 })
  const logFailure = (work: Promise<unknown>, description: string) => {
    work.catch((error: unknown) => log.error({ err: error }, description))
  }
  const notifyServers = (channel: Channel, id: string) =>
    logFailure(db.portable.notify(channel, id), 'notifying other servers of a run failed')

  const writer = createWriter({ db, log, onStored: (runId) => notifyServers('run', runId) })
  const claimer = createClaimer({
    deps: {
      db,
      loadEngine,
      writer,
      limits,
      log,
      owner,
      insertRun: insert,
      onDeadline: (deadline) => upkeep.expect(deadline),
      onOutcome: (runId) => notifier.notify(runId),
    },
    // Another process may have capacity.
    onQueued: () => notifyServers('runs', ''),
    onStarted: ({ row }) => {
      notifier.notify(row.id)
      notifier.notify(row.thread_id)
    },
    onLeft({ row, finalStatus, hasSuccessor }) {
      if (finalStatus && isEnded(finalStatus)) {
        endedRuns.set(row.id, true)
        if (hasSuccessor) advance(row.thread_id)
      }
      notifier.notify(row.id)
      notifyServers('run', row.id)
    },
  })
  const { running } = claimer
  const promote = async (threadId: string) => {
    if (await promoteNext(db, threadId)) claimer.wake()
  }
  const advance = (threadId: string) =>
    logFailure(promote(threadId), 'starting the next run of a thread failed')
  /** Resolves when the run has settled or `isEnough` holds. */
  const waitUntil = async (runId: string, isEnough: () => boolean, signal?: AbortSignal) => {
    const listener = notifier.listen(runId)
    const isAborted = () => signal?.aborted === true
    try {
      while (!isAborted()) {
        if (endedRuns.has(runId) || isEnough()) return
        if (!running.has(runId) && (await isSettled(db, runId))) return
        await listener.next(signal)
      }
    } finally {
      listener.close()
    }
  }
  const upkeep: Upkeep = createUpkeep({ db, owner, limits, log, claimer })
  const unlisten: (() => void)[] = []

  return {
    async start() {
      // Only one server uses an embedded database, so all lease owners are dead.
      if (db.engine === 'sqlite') await lapseAllLeases(db)
      unlisten.push(
        ...(await Promise.all([
          db.portable.listen('run', (id) => notifier.notify(id)),
          db.portable.listen('runs', () => claimer.wake()),
          db.portable.listen('cancel', (id) => running.get(id)?.cancel()),
        ])),
      )
      upkeep.start()
      claimer.wake()
    },
    launch: claimer.launch,
    wake() {
      if (claimer.hasRoom) claimer.wake()
      else notifyServers('runs', '')
    },
    abort(runId) {
      const localRun = running.get(runId)
      if (localRun) return localRun.cancel()
      notifyServers('cancel', runId)
      logFailure(
        closeIfOver(db, runId).then((threadId) => {
          notifier.notify(runId)
          if (threadId !== null) advance(threadId)
        }),
        'ending the trace of a cancelled run failed',
      )
    },
    events: (runId, options) =>
      readEvents({ db, notifier, findLog: (id) => running.get(id)?.log }, runId, options),
    partialText: (runId) => running.get(runId)?.log?.partialText ?? '',
    waitUntilSettled: (runId, signal) => waitUntil(runId, () => false, signal),
    waitForOutcome: (runId, signal) =>
      waitUntil(runId, () => running.get(runId)?.isExecuting === false, signal),
    watch: (threadId) => notifier.listen(threadId),
    counts: () => ({ running: running.size, queued: claimer.queued }),
    async drain(ms) {
      upkeep.stop()
      await claimer.drain(ms)
      await writer.flush()
      for (const stop of unlisten.splice(0)) stop()
    },
  }
}
