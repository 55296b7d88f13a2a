import { setTimeout as wait } from 'node:timers/promises'
import { LiveTraces } from '../../traces/store/live-traces.ts'
import { traceLockKey } from '../../traces/store/load-stored.ts'
import type { RunRow } from '../api/run-row.ts'
import { type Inserted, insertPending, type RunToStart } from '../start/start-run.store.ts'
import { now } from '../../platform/time.ts'
import { countQueued, hasClaimable } from './leases.store.ts'
import { EVENT_BLOCK } from './run-log.ts'
import { type LifecycleDeps, RunLifecycle } from './run-lifecycle.ts'

export type Claimer = {
  /** The runs that execute in this process, by id. */
  readonly running: ReadonlyMap<string, RunLifecycle>
  readonly hasRoom: boolean
  /** Whether runs are about to start here that are not in `running` yet. */
  readonly isStarting: boolean
  /** Number of pending runs when there was no more room. */
  readonly queued: number
  /** Claims pending runs, as many as there is room for. */
  wake(): void
  /**
   * Starts a new run here at once, without waiting for its insert, or queues it if there is no room
   * or other runs are queued.
   */
  launch: (start: RunToStart) => Promise<Inserted>
  drain(ms: number): Promise<void>
}

type ClaimerOptions = {
  deps: LifecycleDeps
  onStarted: (running: RunLifecycle) => void
  onLeft: (running: RunLifecycle) => void
  /** Called when a new run waits for a claim, here or in another process. */
  onQueued: () => void
}

/** A small batch, so that its memory is known before more runs are claimed. */
const CLAIM_SIZE = 8
const STATE_COPIES = 4
/** Limits runs that have finished but are not stored. They do not count as executing. */
const MAX_UNSTORED = 32

/** Longest time until an aborted run must have stopped. */
const ABORT_MS = 3_000

export function createClaimer({ deps, onStarted, onLeft, onQueued }: ClaimerOptions): Claimer {
  const { db, limits, log, owner } = deps
  const running = new Map<string, RunLifecycle>()
  let queued = 0
  /** Whether pending runs wait only for a run of their agent to end. */
  let hasHeldRuns = false
  let claiming: Promise<void> | null = null
  let isClaimRequested = false
  let isDraining = false
  /** Runs about to start here. */
  let startingCount = 0
  const countExecuting = () => [...running.values()].filter(({ isExecuting }) => isExecuting).length
  const countRoom = () => {
    if (isDraining || countHeldBytes() > limits.runBytes) return 0
    const unstoredCount = running.size - countExecuting()
    return Math.min(
      limits.runsAtOnce - countExecuting() - startingCount,
      MAX_UNSTORED - unstoredCount,
    )
  }
  /** Estimated memory of all runs here. The state is about as large as the input and exists in several copies. */
  const countHeldBytes = () =>
    [...running.values()].reduce(
      (sum, { log, row }) => sum + (log?.heldBytes ?? 0) + STATE_COPIES * row.input.length,
      0,
    )
  const leaseEnd = () => now() + limits.runLeaseMs * 1_000

  const register = (run: RunLifecycle) => {
    const { id } = run.row
    running.set(id, run)
    onStarted(run)
    // The run was being claimed when the drain began.
    if (isDraining) run.drain()
    const leave = () => {
      if (running.get(id) === run) running.delete(id)
      onLeft(run)
      if (queued > 0 || hasHeldRuns || isClaimRequested) wake()
    }
    // Callers that wait for the insert read the outcome here first.
    void run.done.then(run.isStoredWithOutcome ? () => setImmediate(leave) : leave)
  }
  const startClaimed = async (row: RunRow) => {
    // Another process held the run in between, and the earlier execution here has not noticed yet.
    const earlier = running.get(row.id)
    earlier?.forget()
    await earlier?.done
    register(RunLifecycle.continue(deps, row))
  }
  const claim = async () => {
    const limit = Math.min(countRoom(), CLAIM_SIZE)
    if (limit <= 0) return
    const claimOptions = { owner, now: now(), leaseUntil: leaseEnd(), limit, events: EVENT_BLOCK }
    const rows = await db.portable.claimRuns(claimOptions)
    await Promise.all(rows.map(startClaimed))
    isClaimRequested ||= rows.length === limit
    queued = rows.length === limit ? await countQueued(db) : 0
    hasHeldRuns = rows.length < limit && (await hasClaimable(db))
  }
  const wake = () => {
    isClaimRequested = true
    claiming ??= claimWhileWanted().finally(() => {
      claiming = null
      if (isClaimRequested && countRoom() > 0) wake()
    })
  }
  const claimWhileWanted = async () => {
    try {
      while (isClaimRequested && countRoom() > 0) {
        isClaimRequested = false
        await claim()
      }
    } catch (error) {
      log.error({ err: error }, 'claiming runs failed')
    }
  }
  const launches = new Set<Promise<Inserted>>()
  const startHere = async (start: RunToStart): Promise<Inserted> => {
    const lease = { owner, expiresAt: leaseEnd(), events: EVENT_BLOCK }
    const lifecycle = RunLifecycle.create(deps, start, lease)
    LiveTraces.of(db)?.markNew(traceLockKey(start.workspaceId, start.run.id))
    const inserted = await lifecycle.start()
    if (inserted.type === 'inserted') register(lifecycle)
    return inserted
  }

  return {
    running,
    get hasRoom() {
      return countRoom() > 0
    },
    get isStarting() {
      return claiming !== null || launches.size > 0
    },
    get queued() {
      return queued
    },
    wake,
    async launch(start) {
      const isNext = countRoom() > 0 && queued === 0
      if (!isNext) {
        const inserted = await insertPending(db, start, limits.runsQueued)
        if (inserted.type === 'inserted') {
          queued++
          onQueued()
        }
        wake()
        return inserted
      }
      startingCount++
      const launching = startHere(start)
      launches.add(launching)
      try {
        return await launching
      } finally {
        launches.delete(launching)
        startingCount--
      }
    },
    async drain(ms) {
      isDraining = true
      const allDone = async () => {
        await Promise.allSettled([claiming, ...launches])
        await Promise.all([...running.values()].map(({ done }) => done))
      }
      for (const run of running.values()) run.drain()
      await Promise.race([allDone(), wait(ms, undefined, { ref: false })])
      for (const run of running.values()) run.handOver()
      await Promise.race([allDone(), wait(ABORT_MS, undefined, { ref: false })])
    },
  }
}
