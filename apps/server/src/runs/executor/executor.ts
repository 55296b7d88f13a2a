import { randomUUID } from 'node:crypto'
import { isEnded, type Limits, type RunEvent } from '@lathe/contract'
import type { Engine } from '@lathe/engine'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/db.ts'
import type { Channel } from '../../platform/db/portable.ts'
import type { Insertion } from '../start/insertion.ts'
import type { Inserted, Lease } from '../start/start-run.store.ts'
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
  /** Takes up what was left behind, then works until `drain`. */
  start(): Promise<void>
  /** Starts the run that `insert` stores: at once under the lease it is given, or when its turn comes. */
  launch(insert: (lease: Lease | null) => Insertion): Promise<Inserted>
  /** Says that a run has become pending. */
  wake(): void
  /** Says that a run has been cancelled: what is in flight stops. */
  abort(runId: string): void
  events(runId: string, options: ReadOptions): AsyncGenerator<RunEvent>
  /** Of a run that executes in this process: how the message begins that is being written. */
  said(runId: string): string
  /** Resolves when the run has ended or waits for a human. */
  settled(runId: string, signal?: AbortSignal): Promise<void>
  /** As `settled`, or a moment before: another may begin while what this one came to is stored. */
  worked(runId: string, signal?: AbortSignal): Promise<void>
  /** Rings with a run that starts on a thread; one that starts elsewhere is heard within a second. */
  watch(threadId: string): BellListener
  counts(): { running: number; queued: number }
  /** Gives runs so long to reach a checkpoint; whoever starts next takes them up from there. */
  drain(ms: number): Promise<void>
}

export type ExecutorOptions = { db: Db; engine: Engine; limits: Limits; log: Log }

/** Executes runs as long as the process lives. Any number of processes may share the database. */
export function createExecutor({ db, engine, limits, log }: ExecutorOptions): Executor {
  const owner = randomUUID()
  const bell = createBell()
  /** Runs that ended here lately: an end is final, so nobody needs to ask the database. */
  const ended = new LRUCache<string, true>({ max: 1_000 })
  const attempt = (work: Promise<unknown>, what: string) => {
    work.catch((error: unknown) => log.error({ err: error }, what))
  }
  const tell = (channel: Channel, id: string) =>
    attempt(db.portable.notify(channel, id), 'other servers could not be told of a run')

  const writer = createWriter({ db, log, onStored: (runId) => tell('run', runId) })
  const claimer = createClaimer({
    deps: {
      db,
      engine,
      writer,
      limits,
      log,
      owner,
      onDeadline: (at) => upkeep.expect(at),
      onWorked: (runId) => bell.ring(runId),
    },
    onStarted: ({ row }) => {
      bell.ring(row.id)
      bell.ring(row.thread_id)
    },
    onLeft({ row, leftAs, isThreadWanted }) {
      if (leftAs && isEnded(leftAs)) {
        ended.set(row.id, true)
        if (isThreadWanted) advance(row.thread_id)
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
    attempt(promote(threadId), 'the next run of a thread could not be started')
  /** Resolves when the run has settled, or what its rings tell of is enough. */
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
      // One server per embedded database: whoever held a lease is dead.
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
    async launch(insert) {
      const inserted = await claimer.launch(insert)
      // Another server may have room.
      if (inserted.type === 'inserted' && inserted.row.status === 'pending') tell('runs', '')
      return inserted
    },
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
        'the trace of a cancelled run could not be ended',
      )
    },
    events: (runId, options) =>
      readEvents({ db, bell, logOf: (id) => running.get(id)?.log }, runId, options),
    said: (runId) => running.get(runId)?.log.said ?? '',
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
