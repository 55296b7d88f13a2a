import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Checkpoints } from '../checkpoints/sqlite/checkpoints.ts'
import { addFoldText } from './fold-text.ts'
import { addHistograms } from './histograms.ts'
import { holdLock } from './lock.ts'
import {
  type Reply,
  type Statement,
  type StatementResult,
  BROADCAST_ID,
  type WriterRequest,
} from './protocol.ts'
import { releaseMemory } from './release-memory.ts'
import { serialiseError, statementRunner } from './statements.ts'
import { type Syncer, syncer } from './sync.ts'

/** A transaction without requests for this long is rolled back if others wait. */
const MAX_HOLD_MS = 10_000
/** Let other requests run after this many pages. */
const PAGES_AT_ONCE = 1_000

type Run = Extract<WriterRequest, { type: 'run' }>

/**
 * The only connection that writes. Waiting statements are committed together, but each fails alone
 * and is acknowledged only after the commit.
 */
export class Writer {
  readonly #lock: DatabaseSync
  readonly #db: DatabaseSync
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #run: ReturnType<typeof statementRunner>
  readonly #sync: Syncer
  readonly #checkpoints: Checkpoints
  readonly #reply: (replies: Reply[]) => void
  /** The interactive transaction that holds the connection. */
  #holder: number | null = null
  #holderIsDurable = false
  #waiting: WriterRequest[] = []
  readonly #holdMs: number
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor(file: string, reply: (replies: Reply[]) => void, holdMs = MAX_HOLD_MS) {
    this.#reply = reply
    this.#holdMs = holdMs
    this.#lock = holdLock(file)
    this.#db = new DatabaseSync(file)
    this.#db.exec(`
      pragma busy_timeout = 5000;
      pragma page_size = 4096;
      pragma auto_vacuum = incremental;
      pragma journal_mode = wal;
      pragma synchronous = normal;
      pragma wal_autocheckpoint = 0;
      pragma journal_size_limit = 134217728;
      pragma cache_size = -16384;
      pragma temp_store = memory;
      pragma foreign_keys = on;
    `)
    addHistograms(this.#db)
    addFoldText(this.#db)
    this.#begin = this.#db.prepare('begin immediate')
    this.#commit = this.#db.prepare('commit')
    this.#run = statementRunner(this.#db)
    // SQLite creates the WAL with the first transaction.
    this.#db.exec('begin immediate; commit')
    this.#sync = syncer(`${file}-wal`, (error) =>
      reply([{ id: BROADCAST_ID, error: serialiseError(error) }]),
    )
    this.#checkpoints = new Checkpoints(file, this.#db, this.#sync)
  }

  get isOpen() {
    return this.#db.isOpen
  }

  accept(requests: WriterRequest[]) {
    this.#waiting.push(...requests)
    this.#work()
  }

  #work() {
    let hasProgressed = false
    while (this.#step()) hasProgressed = true
    // New requests of others do not show that the holder is active.
    if (hasProgressed || this.#waiting.length === 0) this.#bePatient()
    if (this.#waiting.length > 0) this.#patience ??= setTimeout(() => this.#evict(), this.#holdMs)
  }

  #bePatient() {
    clearTimeout(this.#patience)
    this.#patience = undefined
  }

  /** A transaction that waits for a write outside it would never end. */
  #evict() {
    this.#bePatient()
    this.#holder = null
    this.#rollBackRest()
    this.#work()
  }

  /** Returns false if no waiting request can run now. */
  #step(): boolean {
    if (this.#holder !== null) return this.#stepOfHolder(this.#holder)

    const group: Run[] = []
    for (const request of this.#waiting) {
      if (request.type !== 'run' || request.transaction !== null) break
      group.push(request)
    }
    if (group.length > 0) {
      this.#waiting.splice(0, group.length)
      this.#reply(this.#commitGroup(group))
      this.#checkpoints.inspect()
      return true
    }

    const next = this.#waiting.shift()
    if (!next) return false
    this.#reply([this.#control(next)])
    return true
  }

  #stepOfHolder(holder: number): boolean {
    const index = this.#waiting.findIndex(
      (request) => 'transaction' in request && request.transaction === holder,
    )
    if (index === -1) return false
    const [request] = this.#waiting.splice(index, 1)
    if (request) this.#reply([this.#control(request)])
    return true
  }

  #control(request: WriterRequest): Reply {
    try {
      return { id: request.id, results: this.#perform(request) }
    } catch (error) {
      return { id: request.id, error: serialiseError(error) }
    }
  }

  #perform(request: WriterRequest): StatementResult[] {
    if (request.type === 'close') {
      this.#close()
      return []
    }
    if (request.type === 'shrink') return [this.#shrink()]
    if (request.type === 'rest') {
      this.#checkpoints.rest()
      releaseMemory(this.#db)
      return []
    }
    if (request.type === 'begin') {
      this.#sync.check()
      this.#begin.run()
      this.#holder = request.transaction
      this.#holderIsDurable = false
      return []
    }

    if (request.transaction !== this.#holder)
      throw new Error('The transaction is not open. It was not started or was idle for too long')
    if (request.type === 'run') {
      this.#holderIsDurable ||= request.durable
      return request.statements.map(this.#run)
    }
    return this.#end(request.type)
  }

  #shrink(): StatementResult {
    this.#sync.check()
    this.#db.exec(`pragma incremental_vacuum(${PAGES_AT_ONCE})`)
    const result = this.#run({ sql: 'pragma freelist_count', rows: [[]] })
    // The file shrinks only after a checkpoint.
    if (result.rows[0]?.[0] === 0) this.#checkpoints.copy()
    return result
  }

  #end(outcome: 'commit' | 'rollback'): StatementResult[] {
    this.#holder = null
    try {
      if (outcome === 'commit') this.#sync.check()
      this.#db.exec(outcome)
      if (outcome === 'commit') this.#sync[this.#holderIsDurable ? 'now' : 'soon']()
      this.#checkpoints.inspect()
      return []
    } finally {
      this.#rollBackRest()
    }
  }

  #commitGroup(group: Run[]): Reply[] {
    try {
      this.#sync.check()
      this.#begin.run()
      const replies = this.#attemptAll(group)
      // SQLite itself rolls back the whole transaction if the disk is full or fails.
      if (!this.#db.isTransaction) throw new Error('The write was rolled back')
      this.#commit.run()
      const changed = group.filter(({ statements }, position) =>
        hasChanged(statements, replies[position]),
      )
      if (changed.some(({ durable }) => durable)) this.#sync.now()
      else if (changed.length > 0) this.#sync.soon()
      return replies
    } catch (error) {
      this.#rollBackRest()
      return group.map(({ id }) => ({ id, error: serialiseError(error) }))
    }
  }

  /** Statements rarely fail. If one does, run all again, each with a savepoint. */
  #attemptAll(group: Run[]): Reply[] {
    try {
      return group.map(({ id, statements }) => ({ id, results: statements.map(this.#run) }))
    } catch (error) {
      if (group.length === 1) throw error
      this.#rollBackRest()
      this.#begin.run()
      return group.map((request) => this.#attempt(request))
    }
  }

  #attempt({ id, statements }: Run): Reply {
    try {
      this.#db.exec('savepoint request')
      const results = statements.map(this.#run)
      this.#db.exec('release request')
      return { id, results }
    } catch (error) {
      if (!this.#db.isTransaction) throw error
      this.#db.exec('rollback to request; release request')
      return { id, error: serialiseError(error) }
    }
  }

  #rollBackRest() {
    if (this.#db.isTransaction) this.#db.exec('rollback')
  }

  #close() {
    this.#rollBackRest()
    this.#sync.close()
    this.#db.close()
    this.#checkpoints.close()
    this.#lock.close()
  }
}

const CHANGES_ROWS = /^\s*(insert|update|delete)\b/i

/**
 * Whether a write changed rows and so needs a sync. A poll for work that finds none is a write,
 * too.
 */
export const hasChanged = (
  statements: readonly Pick<Statement, 'sql'>[],
  reply: Reply | undefined,
): boolean =>
  reply !== undefined &&
  'results' in reply &&
  statements.some(
    ({ sql }, position) => !CHANGES_ROWS.test(sql) || reply.results[position]?.changes !== 0,
  )
