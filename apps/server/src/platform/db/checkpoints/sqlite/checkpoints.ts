import { closeSync, fdatasync, openSync, statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { ThreadData } from '../../sqlite/protocol.ts'
import { SQLITE_IOERR_FSYNC } from '../../sqlite/result-codes.ts'
import type { Syncer } from '../../sqlite/sync.ts'

/** Pages of the log that are not in the file yet, from which another thread copies them. */
const COPIED_FROM = 2_000
/** So few that the writer copies them while nobody waits for long: only when all are copied the log begins anew. */
const FEW = 500
/** As many only when there is no other thread, or one that cannot keep up. */
const TOO_MANY = 16_000
/** Of the whole log: with every page it holds, reading takes longer, and the disk has less. */
const TOO_LONG = 32_000
/** From which on it is to begin anew: each time all wait for the disk, so not sooner. */
const LONG = 8_000
/** From which on it does even if readers must be waited for; else only when nobody happens to read in it. */
const VERY_LONG = 16_000
/** The log keeps as much of the disk at rest, because overwriting it is faster than extending it. */
const KEPT_BYTES = 4 * 1_024 * 1_024
/** For readers to leave the log. */
const PATIENCE_MS = 100

/**
 * Carries the log over to the file beside the writer: a writer that does it itself keeps all waiting who come
 * meanwhile, the longer the more places of the file were written to.
 */
export class Checkpoints {
  readonly #file: string
  readonly #db: DatabaseSync
  readonly #progress: StatementSync
  #thread: Pick<Worker, 'postMessage'> | undefined
  readonly #descriptor: number
  #isCopying = false
  /** What was written since the copying began is wanted in the file, too. */
  #isAskedAgain = false
  #isSyncing = false
  #asked = 0
  /** Once it has failed, what was copied may not be on the disk: the log must stay, which holds it. */
  readonly #sync: Pick<Syncer, 'fail' | 'hasFailed'>

  constructor(file: string, db: DatabaseSync, sync: Pick<Syncer, 'fail' | 'hasFailed'>) {
    this.#sync = sync
    this.#file = file
    this.#descriptor = openSync(file, 'r+')
    this.#db = db
    this.#progress = db.prepare('pragma wal_checkpoint(noop)')
  }

  /** After every commit. */
  look(): void {
    if (this.#sync.hasFailed) return
    const { log, left } = this.#measure()
    if (left >= FEW && log >= TOO_LONG) this.#copyHere('restart')
    else if (left >= TOO_MANY) this.#copyHere()
    else if (this.#isCopying) return
    else if (this.#isAskedAgain) this.copy()
    else if (left >= COPIED_FROM) this.#copyApart(left)
  }

  /** What is in the log, as far as nobody waits for it; while another thread copies nobody else can, so then afterwards. */
  copy(): void {
    if (this.#sync.hasFailed) return
    this.#isAskedAgain = this.#isCopying
    this.#copyHere()
  }

  /** Between two transactions, when there is nothing to do. */
  rest(): void {
    this.#endThread()
    if (this.#sync.hasFailed) return
    if (statSync(`${this.#file}-wal`).size > KEPT_BYTES) this.#copyHere('truncate')
  }

  /** After the database: whoever closes a file gives up all locks that the process has on it. */
  close(): void {
    this.#endThread()
    if (!this.#isSyncing) closeSync(this.#descriptor)
  }

  /** The next that is much starts another. */
  #endThread() {
    this.#thread?.postMessage('close')
    this.#thread = undefined
    this.#isCopying = false
  }

  #copyApart(left: number) {
    this.#isCopying = true
    this.#asked = left
    this.#thread ??= this.#start()
    this.#thread.postMessage('copy')
  }

  /** SQLite syncs the file only when all is copied: left to the writer, all would wait for what was copied before, too. */
  #syncAside(then: () => void) {
    this.#isSyncing = true
    fdatasync(this.#descriptor, (error) => {
      this.#isSyncing = false
      if (error) this.#sync.fail(error)
      if (this.#db.isOpen) then()
      else closeSync(this.#descriptor)
    })
  }

  /** What was written meanwhile remains: less each time, unless somebody still reads what the log holds. */
  #finish() {
    this.#isCopying = false
    if (this.#sync.hasFailed || !this.#db.isOpen || this.#db.isTransaction) return
    const { log, left } = this.#measure()
    if (this.#isAskedAgain) return this.copy()
    if (log < LONG) return
    if (left <= FEW) this.#copyHere(log >= VERY_LONG ? 'restart' : 'passive')
    else if (left < this.#asked) this.#copyApart(left)
  }

  #copyHere(mode: 'passive' | 'restart' | 'truncate' = 'passive') {
    this.#db.exec(`pragma busy_timeout = ${PATIENCE_MS}`)
    try {
      this.#db.exec(`pragma wal_checkpoint(${mode})`)
    } catch (error) {
      // All else stays in the log, and the next commit looks again.
      if (isFailedSync(error)) this.#sync.fail(error)
    }
    this.#db.exec('pragma busy_timeout = 5000')
  }

  #measure() {
    const { log = 0, checkpointed = 0 } = this.#progress.get() ?? {}
    return { log: Number(log), left: Number(log) - Number(checkpointed) }
  }

  #start(): Worker {
    const data: ThreadData = { file: this.#file }
    const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: data,
      name: 'checkpoints',
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32, stackSizeMb: 1 },
    })
    const isCurrent = () => this.#thread === thread
    thread.on('message', () => {
      if (isCurrent()) this.#syncAside(() => isCurrent() && this.#finish())
    })
    thread.on('error', () => {
      if (isCurrent()) this.#endThread()
    })
    return thread
  }
}

const isFailedSync = (error: unknown): error is Error =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_IOERR_FSYNC
