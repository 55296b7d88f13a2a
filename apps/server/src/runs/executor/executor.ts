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
import { type BellListener, createBell } from './bell.ts'
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
  said(runId: string): string
  /** Resolves when the run has ended or is interrupted. */
  settled(runId: string, signal?: AbortSignal): Promise<void>
  /**
   * Like `settled`, but resolves before the outcome is stored, so that the next run can start
   * earlier.
   */
  worked(runId: string, signal?: AbortSignal): Promise<void>
  /**
   * Notifies of runs that start on a thread. Runs of other processes are noticed within a second.
   */
  watch(threadId: string): BellListener
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
  const bell = createBell()
  /** Recently ended runs: an end is final, so no query is needed. */
  const ended = new LRUCache<string, true>({ max: 1_000 })
  const attempt = (work: Promise<unknown>, what: string) => {
    work.catch((error: unknown) => log.error({ err: error }, what))
  }
  const tell = (channel: Channel, id: string) =>
    attempt(db.portable.notify(channel, id), 'notifying other servers of a run failed')

  const writer = createWriter({ db, log, onStored: (runId) => tell('run', runId) })
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
      onOutcome: (runId) => bell.ring(runId),
    },
    // Another process may have capacity.
    onQueued: () => tell('runs', ''),
    onStarted: ({ row }) => {
      bell.ring(row.id)
      bell.ring(row.thread_id)
    },
    onLeft({ row, finalStatus, hasSuccessor }) {
      if (finalStatus && isEnded(finalStatus)) {
        ended.set(row.id, true)
        if (hasSuccessor) advance(row.thread_id)
      }
      bell.ring(row.id)
      tell('run', row.id)
    },
  })
  const { running } = claimer
  const promote = async (threadId: string) => {
    if (await promoteNext(db, threadId)) claimer.wake()
  }
  const advance = (threadId: string) =>
    attempt(promote(threadId), 'starting the next run of a thread failed')
  /** Resolves when the run has settled or `isEnough` holds. */
  const heard = async (runId: string, isEnough: () => boolean, signal?: AbortSignal) => {
    const listener = bell.listen(runId)
    const isGone = () => signal?.aborted === true
    try {
      while (!isGone()) {
        if (ended.has(runId) || isEnough()) return
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
          db.portable.listen('run', (id) => bell.ring(id)),
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
      else tell('runs', '')
    },
    abort(runId) {
      const here = running.get(runId)
      if (here) return here.cancel()
      tell('cancel', runId)
      attempt(
        closeIfOver(db, runId).then((threadId) => {
          bell.ring(runId)
          if (threadId !== null) advance(threadId)
        }),
        'ending the trace of a cancelled run failed',
      )
    },
    events: (runId, options) =>
      readEvents({ db, bell, logOf: (id) => running.get(id)?.log }, runId, options),
    said: (runId) => running.get(runId)?.log?.said ?? '',
    settled: (runId, signal) => heard(runId, () => false, signal),
    worked: (runId, signal) =>
      heard(runId, () => running.get(runId)?.isExecuting === false, signal),
    watch: (threadId) => bell.listen(threadId),
    counts: () => ({ running: running.size, queued: claimer.queued }),
    async drain(ms) {
      upkeep.stop()
      await claimer.drain(ms)
      await writer.flush()
      for (const stop of unlisten.splice(0)) stop()
    },
  }
}
