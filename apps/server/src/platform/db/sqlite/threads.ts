import type { Message, ReaderRequest, StatementResult, WriterRequest } from './protocol.ts'
import { SqliteThread } from './thread.ts'

export type Reader = 'point' | 'analytics'

/**
 * Runs a writer, a reader for lists and lookups, and a reader for heavy queries. They do not wait
 * for each other.
 */
export class SqliteThreads {
  readonly #file: string
  readonly #writer: SqliteThread<WriterRequest>
  readonly #readers = new Map<Reader, SqliteThread<ReaderRequest>>()
  #nextTransaction = 1

  constructor(file: string) {
    this.#file = file
    this.#writer = new SqliteThread(new URL('./writer-thread.ts', import.meta.url), file)
  }

  /** Rejects if the file cannot be opened or another server uses it. */
  async ready(): Promise<void> {
    await this.write({ statements: [{ sql: 'select 1', rows: [[]] }] }, false)
  }

  get takesWrites(): boolean {
    return !this.#writer.isRefusing
  }

  /** Size of the used pages in bytes. */
  async size(): Promise<number> {
    const [result] = await this.read('point', {
      statements: [
        {
          sql: `select (page_count - freelist_count) * page_size
            from pragma_page_count, pragma_freelist_count, pragma_page_size`,
          rows: [[]],
        },
      ],
    })
    return Number(result?.rows[0]?.[0] ?? 0)
  }

  /** Writes a consistent copy to an empty file. */
  async copyTo(target: string): Promise<void> {
    await this.read('point', { statements: [{ sql: 'vacuum into ?', rows: [[target]] }] })
  }

  read(reader: Reader, { statements, transfer }: Message): Promise<StatementResult[]> {
    return this.#reader(reader).send({ type: 'run', statements }, transfer)
  }

  write({ statements, transfer }: Message, durable: boolean, transaction: number | null = null) {
    return this.#writer.send({ type: 'run', transaction, durable, statements }, transfer)
  }

  /** Requests sent with this number belong to the transaction. */
  begin(): number {
    const transaction = this.#nextTransaction++
    // Replies arrive in order: if this request fails, the following ones of the transaction fail,
    // too.
    this.#writer.send({ type: 'begin', transaction }).catch(() => undefined)
    return transaction
  }

  async end(outcome: 'commit' | 'rollback', transaction: number): Promise<void> {
    await this.#writer.send({ type: outcome, transaction })
  }

  /**
   * Returns deleted pages to the disk. A file created without incremental vacuum keeps its size.
   */
  async shrink(): Promise<void> {
    let before = Number.POSITIVE_INFINITY
    for (;;) {
      const [result] = await this.#writer.send({ type: 'shrink' })
      const remainingPages = Number(result?.rows[0]?.[0] ?? 0)
      if (remainingPages === 0 || remainingPages >= before) return
      before = remainingPages
    }
  }

  rest(): void {
    for (const thread of [this.#writer, ...this.#readers.values()])
      thread.send({ type: 'rest' }).catch(() => undefined)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#readers.values()].map((reader) => reader.close()))
    await this.#writer.close()
  }

  #reader(name: Reader): SqliteThread<ReaderRequest> {
    const existing = this.#readers.get(name)
    if (existing) return existing
    const newThread = new SqliteThread<ReaderRequest>(
      new URL('./reader-thread.ts', import.meta.url),
      this.#file,
    )
    this.#readers.set(name, newThread)
    return newThread
  }
}
