import { closeSync, fdatasync, openSync, statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { ThreadData } from '../../sqlite/protocol.ts'
import { SQLITE_IOERR_FSYNC } from '../../sqlite/result-codes.ts'
import type { Syncer } from '../../sqlite/sync.ts'
import { QUIET_SQLITE } from '../../sqlite/thread.ts'

/** Start a checkpoint in the thread when this many WAL pages are not in the database file. */
const COPY_MIN_PAGES = 2_000
/**
 * Few enough pages for the writer to copy without a noticeable delay. SQLite resets the WAL only
 * when all pages are copied.
 */
const FEW_PAGES = 500
/** Copy in the writer from this many pages, because the thread is missing or too slow. */
const MAX_PAGES = 16_000
/** Maximum pages of the WAL: a longer one slows down reads and takes disk space. */
const MAX_WAL_PAGES = 32_000
/** Reset the WAL from this size. Each reset waits for the disk, so do not reset sooner. */
const LONG_WAL_PAGES = 8_000
/** From this size, wait for readers to reset the WAL. Below it, reset only if no reader uses it. */
const VERY_LONG_WAL_PAGES = 16_000
/** WAL size to keep at rest, because overwriting it is faster than extending it. */
const KEPT_WAL_BYTES = 4 * 1_024 * 1_024
/** Time to wait for readers of the WAL. */
const BUSY_WAIT_MS = 100

/**
 * Runs WAL checkpoints in a thread. In the writer they would block all writes, longer the more
 * pages have changed.
 */
export class Checkpoints {
  readonly #file: string
  readonly #db: DatabaseSync
  readonly #progress: StatementSync
  #thread: Pick<Worker, 'postMessage'> | undefined
  readonly #descriptor: number
  #isCopying = false
  /** Whether to copy once more, for pages written since the current copy began. */
  #isAskedAgain = false
  #isSyncing = false
  #asked = 0
  /** After a failed sync, the copied pages may not be on the disk, so the WAL must be kept. */
  readonly #sync: Pick<Syncer, 'fail' | 'hasFailed'>

  constructor(file: string, db: DatabaseSync, sync: Pick<Syncer, 'fail' | 'hasFailed'>) {
    this.#sync = sync
    this.#file = file
    this.#descriptor = openSync(file, 'r+')
    this.#db = db
    this.#progress = db.prepare('pragma wal_checkpoint(noop)')
  }

  /** Call after each commit. */
  inspect(): void {
    if (this.#sync.hasFailed) return
    const { log, left: remaining } = this.#measure()
    if (remaining >= FEW_PAGES && log >= MAX_WAL_PAGES) this.#copyHere('restart')
    else if (remaining >= MAX_PAGES) this.#copyHere()
    else if (this.#isCopying) return
    else if (this.#isAskedAgain) this.copy()
    else if (remaining >= COPY_MIN_PAGES) this.#copyApart(remaining)
  }

  /**
   * Copies as much of the WAL as possible without waiting. Runs after the thread's copy, because
   * SQLite allows one at a time.
   */
  copy(): void {
    if (this.#sync.hasFailed) return
    this.#isAskedAgain = this.#isCopying
    this.#copyHere()
  }

  /** Call between transactions while the writer is idle. */
  rest(): void {
    this.#endThread()
    if (this.#sync.hasFailed) return
    if (statSync(`${this.#file}-wal`).size > KEPT_WAL_BYTES) this.#copyHere('truncate')
  }

  /** Call after closing the database: closing a file releases all locks of the process on it. */
  close(): void {
    this.#endThread()
    if (!this.#isSyncing) closeSync(this.#descriptor)
  }

  /** The next large copy starts another thread. */
  #endThread() {
    this.#thread?.postMessage('close')
    this.#thread = undefined
    this.#isCopying = false
  }

  #copyApart(remaining: number) {
    this.#isCopying = true
    this.#asked = remaining
    this.#thread ??= this.#start()
    this.#thread.postMessage('copy')
  }

  /**
   * SQLite syncs the file only when all pages are copied. In the writer, this sync would also wait
   * for the earlier pages.
   */
  #syncAside(then: () => void) {
    this.#isSyncing = true
    fdatasync(this.#descriptor, (error) => {
      this.#isSyncing = false
      if (error) this.#sync.fail(error)
      if (this.#db.isOpen) then()
      else closeSync(this.#descriptor)
    })
  }

  /**
   * Copies the pages written in the meantime, which are fewer each time, unless a reader still uses
   * the WAL.
   */
  #finish() {
    this.#isCopying = false
    if (this.#sync.hasFailed || !this.#db.isOpen || this.#db.isTransaction) return
    const { log, left: remaining } = this.#measure()
    if (this.#isAskedAgain) return this.copy()
    if (log < LONG_WAL_PAGES) return
    if (remaining <= FEW_PAGES) this.#copyHere(log >= VERY_LONG_WAL_PAGES ? 'restart' : 'passive')
    else if (remaining < this.#asked) this.#copyApart(remaining)
  }

  #copyHere(mode: 'passive' | 'restart' | 'truncate' = 'passive') {
    this.#db.exec(`pragma busy_timeout = ${BUSY_WAIT_MS}`)
    try {
      this.#db.exec(`pragma wal_checkpoint(${mode})`)
    } catch (error) {
      // For other errors, the pages stay in the WAL and the next commit tries again.
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
      execArgv: [...QUIET_SQLITE],
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
