import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { bytesIn, toParameter } from './parameters.ts'
import { Parcel } from './parcel.ts'
import type { Message, SqlValue, StatementResult } from './protocol.ts'
import { isDurable, isRead } from './routing.ts'
import type { Reader, SqliteThreads } from './threads.ts'

/** A statement with the parameters of each of its executions. */
export type Execution = {
  query: CompiledQuery
  rows: readonly (readonly unknown[])[]
  /** It changes a durable table and is worth no more than what is written with it. */
  isRelaxed?: boolean
}

export class SqliteConnection implements DatabaseConnection {
  transaction: number | null = null
  readonly #threads: SqliteThreads
  readonly #reader: Reader

  constructor(threads: SqliteThreads, reader: Reader) {
    this.#threads = threads
    this.#reader = reader
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const message = toMessage([{ query, rows: [query.parameters] }])
    const [result] =
      this.transaction === null && isRead(query)
        ? await this.#threads.read(this.#reader, message)
        : await this.#threads.write(message, isDurable(query), this.transaction)
    return toQueryResult(result)
  }

  /** All or nothing, in one message. */
  async executeBatch(batch: readonly Execution[]): Promise<QueryResult<unknown>[]> {
    const isAnyDurable = batch.some(
      ({ query, isRelaxed = false }) => !isRelaxed && isDurable(query),
    )
    const results = await this.#threads.write(toMessage(batch), isAnyDurable, this.transaction)
    return results.map((result) => toQueryResult(result))
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}

function toMessage(executions: readonly Execution[]): Message {
  let size = 0
  for (const { rows } of executions)
    for (const values of rows) for (const value of values) size += bytesIn(value)
  const parcel = new Parcel(size)
  const statements = executions.map(({ query, rows }) => ({
    sql: query.sql,
    rows: filled(rows, (values) => filled(values, (value) => toParameter(value, parcel))),
  }))
  return { statements, transfer: parcel.transfer }
}

/** As `map` does it, but pushed: what `map` makes may hold holes for all V8 knows, and takes three times as long to cross to a thread. */
function filled<T, U>(items: readonly T[], make: (item: T) => U): U[] {
  const made: U[] = []
  for (const item of items) made.push(make(item))
  return made
}

/** The cast holds as far as Kysely's own does: columns are named by the query it compiled. */
const toQueryResult = <R>(result: StatementResult | undefined): QueryResult<R> => {
  if (!result) return { rows: [] }
  const { columns } = result
  const rows = result.rows.map((values) => {
    // Filled in one order, all rows share a shape: a tenth of what `Object.fromEntries` takes.
    const row: Record<string, SqlValue | undefined> = {}
    let at = 0
    for (const column of columns) row[column] = values[at++]
    return row as R
  })
  return { rows, numAffectedRows: BigInt(result.changes) }
}
