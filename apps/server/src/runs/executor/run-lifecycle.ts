import { isEnded, type RunStatus } from '@lathe/contract'
import type * as engineModule from '@lathe/engine'
import type { RunOutcome } from '@lathe/engine'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import { deleteCheckpoints } from '../../platform/db/checkpoints/delete-checkpoints.ts'
import { isRunLost } from '../../platform/db/run-hold.ts'
import type { RunRow } from '../api/run-row.ts'
import { noCheckpoint } from '../start/start-run.inserts.ts'
import {
  type Inserted,
  type InsertRun,
  type Lease,
  newRow,
  runInserts,
  type RunToStart,
} from '../start/start-run.store.ts'
import { earliestDeadline, finishRun, type LeftRun } from './finish-run.ts'
import { createRecording, type Recording, type RowGate, STORED_ROW } from './recording.ts'
import {
  type AttemptDeps,
  beginAttempt,
  internalError,
  requireRecord,
  toRecordedRun,
} from './run-attempt.ts'
import { createRunLog, type RunLog } from './run-log.ts'
import { toRunRequest } from './run-request.ts'
import type { Writer } from './writer.ts'

/**
 * The states of a run in the process that starts or claims it:
 *
 *     pending → storing → stored → executing → settled
 *
 * - `pending`: the run is validated, and the insert of its row is not sent. The run is already
 *   prepared if its thread is new.
 * - `storing`: the row is being written, alone or in one transaction with the outcome of a run that
 *   was over before.
 * - `stored`: the row is committed under a lease. From here on the run may call providers, cause side
 *   effects and emit events.
 * - `executing`: the engine executes the run, or its outcome is being stored.
 * - `settled`: the outcome is committed. A resumed run starts as `stored` in the process that claims it.
 * - `refused`: the row was not written, so the run never existed.
 * - `lost`: another process holds the run, or its outcome could not be stored.
 */
export type RunState =
  | 'pending'
  | 'storing'
  | 'stored'
  | 'executing'
  | 'settled'
  | 'refused'
  | 'lost'

const TRANSITIONS: Readonly<Record<RunState, readonly RunState[]>> = {
  pending: ['storing'],
  storing: ['stored', 'settled', 'refused'],
  stored: ['executing'],
  executing: ['settled', 'lost'],
  settled: [],
  refused: [],
  lost: [],
}

/** Copied from the engine so that an idle server need not load LangGraph (100 MB). */
const HANDED_OVER: typeof engineModule.HAND_OVER_REASON = 'handed-over'

export type LifecycleDeps = AttemptDeps & {
  writer: Writer
  /** Identifies this process as the owner of leases. */
  owner: string
  insertRun: InsertRun
  /** Called when the run is interrupted with a deadline. */
  onDeadline: (deadline: number) => void
  /** Called when the outcome is known, before it is stored. */
  onOutcome: (runId: string) => void
}

/** One pass of the engine over a run. */
type Execution = {
  readonly log: RunLog
  readonly recording: Recording
  readonly abort: AbortController
  readonly drain: AbortController
  /** The thread has no checkpoints. An assumption until the row is stored. */
  readonly isNewThread: boolean
  /** Resolves when the row is stored and the assumption holds. */
  readonly admission: PromiseWithResolvers<void>
  hasOutcome: boolean
}

/** A run in this process, from its validated request or its claim to its outcome. */
export class RunLifecycle {
  readonly row: RunRow
  readonly #deps: LifecycleDeps
  /** The run to insert. Null for a claimed run. */
  readonly #newRun: RunToStart | null
  readonly #inserted = Promise.withResolvers<Inserted>()
  #state: RunState
  #execution: Execution | null = null
  #done: Promise<void> = Promise.resolve()
  #left: LeftRun | null = null
  #isStoredWithOutcome = false

  private constructor(deps: LifecycleDeps, row: RunRow, newRun: RunToStart | null) {
    this.row = row
    this.#deps = deps
    this.#newRun = newRun
    this.#state = newRun ? 'pending' : 'stored'
  }

  /** Creates a run that this process executes at once, without a claim. */
  static create(deps: LifecycleDeps, newRun: RunToStart, lease: Lease): RunLifecycle {
    return new RunLifecycle(deps, newRow(newRun, lease), newRun)
  }

  /** Executes a run that this process claimed. */
  static continue(deps: LifecycleDeps, row: RunRow): RunLifecycle {
    const lifecycle = new RunLifecycle(deps, row, null)
    lifecycle.#execute(row.thread_id === row.id)
    return lifecycle
  }

  /** Stores and executes a created run. Resolves when its row is stored or refused. */
  async start(): Promise<Inserted> {
    const { isFirst = this.row.thread_id === this.row.id } = this.#newRun?.run ?? {}
    // Checkpoints of earlier runs are only complete once this run is inserted.
    if (isFirst) this.#execute(true)
    // A run that is over within this turn of the event loop is stored together with its outcome.
    if (isFirst) setImmediate(() => this.#store())
    else this.#store()
    const inserted = await this.#inserted.promise
    if (inserted.type === 'inserted' && this.#state === 'stored') {
      // Two executions of one run must not overlap.
      await this.#done
      this.#execute(inserted.isNewThread)
    }
    return inserted
  }

  get state(): RunState {
    return this.#state
  }

  /** False once the outcome is known, even while it is being stored. */
  get isExecuting(): boolean {
    return this.#execution?.hasOutcome === false
  }

  get log(): RunLog | undefined {
    return this.#execution?.log
  }

  /** The status the run was left with. Null while it executes or if another process has it. */
  get finalStatus(): RunStatus | null {
    return this.#left?.status ?? null
  }

  /** Whether another run was queued for the thread when this one settled. */
  get hasSuccessor(): boolean {
    return this.#left?.hasSuccessor === true
  }

  /** Whether the row was stored in one transaction with the outcome. */
  get isStoredWithOutcome(): boolean {
    return this.#isStoredWithOutcome
  }

  /** Resolves when the run is settled or lost. Never rejects. */
  get done(): Promise<void> {
    return this.#done
  }

  /** Aborts the work in flight and ends the run. */
  cancel(): void {
    this.#execution?.abort.abort()
  }

  /** Stops the run at its next checkpoint. */
  drain(): void {
    this.#execution?.drain.abort()
  }

  /** Aborts the work in flight. The run continues in another process or later. */
  handOver(): void {
    this.#execution?.abort.abort(HANDED_OVER)
  }

  /** Like `handOver`, but another process already has the run, so nothing more is emitted here. */
  forget(): void {
    if (this.#execution) discard(this.#execution, new Error('Another process has the run'))
  }

  #enter(state: RunState): void {
    if (!TRANSITIONS[this.#state].includes(state))
      throw new Error(`A run cannot change from ${this.#state} to ${state}`)
    this.#state = state
  }

  /** pending → storing. */
  #store(): void {
    if (this.#state !== 'pending') return
    this.#enter('storing')
    void this.#insert()
  }

  /** storing → stored or refused. */
  async #insert(): Promise<void> {
    const { db, limits, insertRun } = this.#deps
    if (!this.#newRun) return
    try {
      const inserted = await insertRun(db, this.row, this.#newRun, limits.runsQueued)
      if (inserted.type === 'inserted') this.#admit(inserted.isNewThread)
      else this.#refuse(new Error(`The run was not inserted: ${inserted.type}`))
      this.#inserted.resolve(inserted)
    } catch (error) {
      this.#refuse(error)
      this.#inserted.reject(error)
    }
  }

  /**
   * storing → settled, once `write` has stored the row together with the outcome. If it fails, the
   * run is inserted alone and executed again.
   */
  async #storeWithOutcome<T>(write: (rowInserts: Batch) => Promise<T>): Promise<T> {
    const { db } = this.#deps
    this.#enter('storing')
    try {
      const rows = this.#newRun ? runInserts(db, this.row, this.#newRun) : []
      const result = await write([...rows, noCheckpoint.with(db, this.row)])
      this.#isStoredWithOutcome = true
      this.#execution?.admission.resolve()
      this.#inserted.resolve({ type: 'inserted', row: this.row, isNewThread: true })
      return result
    } catch (error) {
      this.forget()
      void this.#insert()
      throw error
    }
  }

  /** storing → stored → executing, unless the preparation is useless: `start` then executes the run. */
  #admit(isNewThread: boolean): void {
    this.#enter('stored')
    const execution = this.#execution
    if (!execution || execution.recording.isForgotten) return
    if (execution.isNewThread !== isNewThread) {
      return discard(execution, new Error('The thread has checkpoints'))
    }
    this.#enter('executing')
    execution.admission.resolve()
  }

  /** storing → refused. */
  #refuse(reason: unknown): void {
    this.#enter('refused')
    if (this.#execution) discard(this.#execution, reason)
  }

  /** stored → executing. In `pending`, prepares the run: it spends, stores and emits nothing. */
  #execute(isNewThread: boolean): void {
    const { row } = this
    const { writer } = this.#deps
    const isStored = this.#state === 'stored'
    const log = createRunLog(row.id, row.seq_reserved, () => writer.requestWrite(recording))
    const admission = Promise.withResolvers<void>()
    admission.promise.catch(() => undefined)
    const gate: RowGate = {
      isPending: () => this.#state === 'pending',
      stored: admission.promise,
      store: () => {
        this.#store()
        return admission.promise
      },
      storeWithOutcome: (write) => this.#storeWithOutcome(write),
    }
    const recording = createRecording(toRecordedRun(row), log, writer, isStored ? STORED_ROW : gate)
    this.#execution = {
      log,
      recording,
      abort: new AbortController(),
      drain: new AbortController(),
      isNewThread,
      admission,
      hasOutcome: false,
    }
    if (isStored) this.#enter('executing')
    this.#done = this.#run(this.#execution)
  }

  async #run(execution: Execution): Promise<void> {
    const { row } = this
    const { recording } = execution
    const deps = this.#deps
    try {
      const outcome =
        (await beginAttempt(deps, row, recording)) ?? (await this.#runEngine(execution))
      execution.hasOutcome = true
      deps.onOutcome(row.id)
      await this.#settle(recording, await requireRecord(deps, row, recording, outcome))
    } catch (error) {
      if (isRunLost(error)) discard(execution, error)
      else deps.log.error({ err: error, runId: row.id }, 'storing the outcome of a run failed')
    } finally {
      if (this.#state === 'executing' && this.#execution === execution) this.#enter('lost')
      execution.log.close()
    }
  }

  async #runEngine({ recording, abort, drain, isNewThread }: Execution): Promise<RunOutcome> {
    const { row } = this
    const { db, loadEngine, limits, log } = this.#deps
    try {
      const knownRun = { newRun: this.#newRun?.run, isNewThread }
      const request = await toRunRequest(db, row, limits, knownRun)
      const engine = await loadEngine()
      const signals = { signal: abort.signal, drain: drain.signal }
      return await engine.execute(request, recording.sink, signals)
    } catch (error) {
      log.error({ err: error, runId: row.id }, 'the engine failed')
      return internalError(row, error)
    }
  }

  /** executing → settled. */
  async #settle(recording: Recording, outcome: RunOutcome): Promise<void> {
    if (recording.isForgotten) return
    const { attempt, thread_id: threadId } = this.row
    const left = await finishRun({ ...this.#deps, attempt, threadId, recording, outcome })
    if (!left) return
    this.#left = left
    this.#enter('settled')
    if (isEnded(left.status)) await this.#deleteSingleNodeCheckpoints()
    const deadline = outcome.type === 'interrupted' ? earliestDeadline(outcome.interrupts) : null
    if (deadline !== null) this.#deps.onDeadline(deadline)
  }

  /** A single-node run cannot be resumed, so its checkpoints are useless. */
  async #deleteSingleNodeCheckpoints(): Promise<void> {
    const { only_node: onlyNode, workspace_id: workspaceId, thread_id: threadId } = this.row
    if (onlyNode === null) return
    const { db } = this.#deps
    await atomic(db, deleteCheckpoints(db, workspaceId, threadId))
  }
}

function discard({ admission, recording, abort }: Execution, reason: unknown): void {
  admission.reject(reason)
  recording.forget()
  abort.abort(HANDED_OVER)
}
