import { Worker } from 'node:worker_threads'
import {
  type ReaderRequest,
  type Reply,
  type StatementResult,
  type ThreadData,
  BROADCAST_ID,
  type WriterRequest,
} from './protocol.ts'
import { toSqliteError } from './sqlite-error.ts'

type Pending = {
  resolve: (results: StatementResult[]) => void
  reject: (error: Error) => void
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

/** Node 22 warns in each thread that SQLite is experimental. */
export const QUIET_SQLITE = ['--disable-warning=ExperimentalWarning'] as const

/** A worker thread with its own connection. Replies are matched by request id. */
export class SqliteThread<Request extends WriterRequest | ReaderRequest> {
  readonly #worker: Worker
  readonly #file: string
  readonly #pending = new Map<number, Pending>()
  #outbox: object[] = []
  #transfer: ArrayBuffer[] = []
  #nextId = 1
  #failure: Error | undefined
  #refusesAll = false

  constructor(script: URL, file: string) {
    this.#file = file
    const data: ThreadData = { file }
    this.#worker = new Worker(script, {
      workerData: data,
      name: 'sqlite',
      execArgv: [...QUIET_SQLITE],
      // Limits, not reservations: an idle thread stays small because its young generation is small.
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512, stackSizeMb: 1 },
    })
    this.#worker.on('message', (replies: Reply[]) => this.#settle(replies))
    this.#worker.on('error', (error: Error) => this.#fail(this.#namedError(error)))
    this.#worker.on('exit', () => this.#fail(new Error('The database is closed')))
  }

  /** Whether all requests are rejected until the next start. */
  get isRefusing() {
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
    const reply = new Promise<StatementResult[]>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
    })
    // Post at once: this turn of the event loop may be long, and the thread is idle.
    if (isIdle) this.#post()
    return reply
  }

  async close(): Promise<void> {
    if (this.#failure) return
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#post()
    this.#worker.postMessage([{ type: 'close', id: 0 }])
    await exited
  }

  /** Requests of one event loop turn are sent together: a message costs more than a query. */
  #post() {
    if (this.#outbox.length > 0) this.#worker.postMessage(this.#outbox, this.#transfer)
    this.#outbox = []
    this.#transfer = []
  }

  #settle(replies: Reply[]) {
    for (const reply of replies) {
      this.#refusesAll ||= reply.id === BROADCAST_ID
      const pending = this.#pending.get(reply.id)
      this.#pending.delete(reply.id)
      if ('error' in reply) {
        const { message, code } = reply.error
        pending?.reject(toSqliteError(this.#file, message, code))
      } else pending?.resolve(reply.results)
    }
  }

  /** SQLite errors arrive from the thread as plain errors with an `errcode`. */
  #namedError(error: Error): Error {
    const code: unknown = Reflect.get(error, 'errcode')
    return typeof code === 'number' ? toSqliteError(this.#file, error.message, code) : error
  }

  #fail(error: Error) {
    this.#failure ??= error
    for (const { reject } of this.#pending.values()) reject(this.#failure)
    this.#pending.clear()
  }
}
