import { setTimeout as wait } from 'node:timers/promises'
import { LiveTraces } from '../../traces/query/live-traces.ts'
import { lockOf } from '../../traces/query/read-known.ts'
import type { RunRow } from '../api/run-row.ts'
import type { Insertion } from '../start/insertion.ts'
import type { Inserted, Lease } from '../start/start-run.store.ts'
import { now } from '../../platform/time.ts'
import { executeRun, type ExecuteDeps, type Running } from './execute-run.ts'
import { countQueued, hasClaimable } from './leases.store.ts'
import { EVENT_BLOCK } from './run-log.ts'

export type Claimer = {
  /** The runs that execute in this process, by id. */
  readonly running: ReadonlyMap<string, Running>
  readonly hasRoom: boolean
  /** Whether runs are about to start here that are not in `running` yet. */
  readonly isStarting: boolean
  /** Number of pending runs when there was no more room. */
  readonly queued: number
  /** Claims pending runs, as many as there is room for. */
  wake(): void
  /**
   * Starts the run that `insert` stores without waiting for the insert, unless other runs are
   * queued before it.
   */
  launch(insert: (lease: Lease | null) => Insertion): Promise<Inserted>
  drain(ms: number): Promise<void>
}

type ClaimerOptions = {
  deps: ExecuteDeps
  onStarted: (running: Running) => void
  onLeft: (running: Running) => void
}

/** A small batch, so that its memory is known before more runs are claimed. */
const CLAIMED_AT_ONCE = 8
const STATE_COPIES = 4
/** Limits runs that have finished but are not stored. They do not count as executing. */
const MOST_UNSTORED = 32

/** Longest time until an aborted run must have stopped. */
const LAST_MS = 3_000

export function createClaimer({ deps, onStarted, onLeft }: ClaimerOptions): Claimer {
  const { db, limits, log, owner } = deps
  const running = new Map<string, Running>()
  let queued = 0
  /** Whether pending runs wait only for a run of their agent to end. */
  let areHeld = false
  let claiming: Promise<void> | null = null
  let isWanted = false
  let isDraining = false
  /** Runs about to start here. */
  let promised = 0
  const executing = () => [...running.values()].filter(({ isExecuting }) => isExecuting).length
  const room = () => {
    if (isDraining || heldBytes() > limits.runBytes) return 0
    const unstored = running.size - executing()
    return Math.min(limits.runsAtOnce - executing() - promised, MOST_UNSTORED - unstored)
  }
  /** Estimated memory of all runs here. The state is about as large as the input and exists in several copies. */
  const heldBytes = () =>
    [...running.values()].reduce(
      (sum, { log, row }) => sum + log.heldBytes + STATE_COPIES * row.input.length,
      0,
    )
  const leaseUntil = () => now() + limits.runLeaseMs * 1_000

  const start = (one: Running, isOver = false) => {
    const { row } = one
    running.set(row.id, one)
    onStarted(one)
    // The run was being claimed when the drain began.
    if (isDraining) one.drain()
    const leave = () => {
      if (running.get(row.id) === one) running.delete(row.id)
      onLeft(one)
      if (queued > 0 || areHeld || isWanted) wake()
    }
    // Callers that wait for the insert read the outcome here first.
    void one.done.then(isOver ? () => setImmediate(leave) : leave)
  }
  const take = async (row: RunRow) => {
    // Another process held the run in between, and the earlier execution here has not noticed yet.
    const earlier = running.get(row.id)
    earlier?.forget()
    await earlier?.done
    start(executeRun(deps, row))
  }
  const claim = async () => {
    const limit = Math.min(room(), CLAIMED_AT_ONCE)
    if (limit <= 0) return
    const until = leaseUntil()
    const claimed = { owner, now: now(), leaseUntil: until, limit, events: EVENT_BLOCK }
    const rows = await db.portable.claimRuns(claimed)
    await Promise.all(rows.map(take))
    isWanted ||= rows.length === limit
    queued = rows.length === limit ? await countQueued(db) : 0
    areHeld = rows.length < limit && (await hasClaimable(db))
  }
  const wake = () => {
    isWanted = true
    claiming ??= claimWhileWanted().finally(() => {
      claiming = null
      if (isWanted && room() > 0) wake()
    })
  }
  const claimWhileWanted = async () => {
    try {
      while (isWanted && room() > 0) {
        isWanted = false
        await claim()
      }
    } catch (error) {
      log.error({ err: error }, 'claiming runs failed')
    }
  }
  const launches = new Set<Promise<Inserted>>()
  const startStored = async (insertion: Insertion): Promise<Inserted> => {
    const { row, isFirst } = insertion
    // Checkpoints of earlier runs are only complete once this run is inserted.
    const early = isFirst ? executeRun(deps, row, insertion, true) : null
    // A run that finishes in this turn of the event loop is stored in one transaction with its
    // outcome.
    if (early) setImmediate(() => void insertion.store())
    else void insertion.store()
    const inserted = await insertion.done
    if (inserted.type !== 'inserted') return inserted
    const { isNewThread, isOver } = inserted
    if (early && isNewThread && !early.isForgotten) {
      start(early, isOver)
      return inserted
    }
    // The early execution stops if the thread was not new. Two executions of one run must not
    // overlap.
    await early?.done
    start(executeRun(deps, row, insertion, isNewThread))
    return inserted
  }

  return {
    running,
    get hasRoom() {
      return room() > 0
    },
    get isStarting() {
      return claiming !== null || launches.size > 0
    },
    get queued() {
      return queued
    },
    wake,
    async launch(insert) {
      const isNext = room() > 0 && queued === 0
      if (!isNext) {
        const inserted = await insert(null).store()
        if (inserted.type === 'inserted') queued++
        wake()
        return inserted
      }
      promised++
      const insertion = insert({ owner, until: leaseUntil(), events: EVENT_BLOCK })
      const { row } = insertion
      LiveTraces.of(db)?.begin(lockOf(row.workspace_id, row.id))
      const launching = startStored(insertion)
      launches.add(launching)
      try {
        return await launching
      } finally {
        launches.delete(launching)
        promised--
      }
    },
    async drain(ms) {
      isDraining = true
      const all = async () => {
        await Promise.allSettled([claiming, ...launches])
        await Promise.all([...running.values()].map(({ done }) => done))
      }
      for (const one of running.values()) one.drain()
      await Promise.race([all(), wait(ms, undefined, { ref: false })])
      for (const one of running.values()) one.handOver()
      await Promise.race([all(), wait(LAST_MS, undefined, { ref: false })])
    },
  }
}
