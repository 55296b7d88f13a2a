import { Worker } from 'node:worker_threads'
import {
  type ReaderRequest,
  type Reply,
  type StatementResult,
  type ThreadData,
  TO_ALL,
  type WriterRequest,
} from './protocol.ts'

type Pending = {
  resolve: (results: StatementResult[]) => void
  reject: (error: Error) => void
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

/** Thrown for what SQLite refused; `code` is its extended result code. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly code: number | null

  constructor(message: string, code: number | null) {
    super(message)
    this.code = code
  }
}

/** SQLITE_BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN: what passes when the store is well again. */
const UNWELL = new Set([5, 6, 8, 10, 13, 14])

export const isUnwell = (error: unknown): boolean =>
  error instanceof SqliteError && UNWELL.has((error.code ?? 0) & 0xff)

/** One worker thread with its own connection; requests are answered by id. */
export class SqliteThread<Request extends WriterRequest | ReaderRequest> {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  #outbox: object[] = []
  #transfer: ArrayBuffer[] = []
  #nextId = 1
  #failure: Error | undefined
  #refusesAll = false

  constructor(script: URL, file: string) {
    const data: ThreadData = { file }
    this.#worker = new Worker(script, {
      workerData: data,
      name: 'sqlite',
      // Limits, not reservations: an idle thread stays small because its young generation does.
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512, stackSizeMb: 1 },
    })
    this.#worker.on('message', (replies: Reply[]) => this.#settle(replies))
    this.#worker.on('error', (error: Error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('The database is closed')))
  }

  /** Whatever is asked of it, until the next start. */
  get refusesAll() {
    return this.#refusesAll || this.#failure !== undefined
  }

  send(
    request: WithoutId<Request>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<StatementResult[]> {
    if (this.#failure) return Promise.reject(this.#failure)
    const id = this.#nextId++
    const isIdle = this.#pending.size === 0
    if (this.#outbox.length === 0 && !isIdle) setImmediate(() => this.#post())
    this.#outbox.push({ ...request, id })
    this.#transfer.push(...transfer)
    const answered = new Promise<StatementResult[]>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
    })
    // The turn may be long, and the thread has nothing else to do.
    if (isIdle) this.#post()
    return answered
  }

  async close(): Promise<void> {
    if (this.#failure) return
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#post()
    this.#worker.postMessage([{ type: 'close', id: 0 }])
    await exited
  }

  /** What is asked within one turn of the event loop crosses together: a message costs more than a query. */
  #post() {
    if (this.#outbox.length > 0) this.#worker.postMessage(this.#outbox, this.#transfer)
    this.#outbox = []
    this.#transfer = []
  }

  #settle(replies: Reply[]) {
    for (const reply of replies) {
      this.#refusesAll ||= reply.id === TO_ALL
      const pending = this.#pending.get(reply.id)
      this.#pending.delete(reply.id)
      if ('error' in reply) pending?.reject(new SqliteError(reply.error.message, reply.error.code))
      else pending?.resolve(reply.results)
    }
  }

  #fail(error: Error) {
    this.#failure ??= error
    for (const { reject } of this.#pending.values()) reject(this.#failure)
    this.#pending.clear()
  }
}
