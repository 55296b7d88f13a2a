import {
  CompiledQuery,
  type Dialect,
  type Driver,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { SqliteConnection } from './connection.ts'
import type { Reader, SqliteThreads } from './threads.ts'

/**
 * Connects Kysely with the threads. Reads outside a transaction use `reader`, everything else the
 * writer.
 */
export const sqliteDialect = (threads: SqliteThreads, reader: Reader): Dialect => ({
  createAdapter: () => new ThreadedSqliteAdapter(),
  createDriver: () => new SqliteDriver(threads, reader),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new LiteralLimits(),
})

/**
 * SQLite uses the limit for its plan. With a parameter it would recompile the statement for each
 * execution, which takes longer than finding a row.
 */
class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    const count = ValueNode.is(limit) ? limit.value : undefined
    if (typeof count === 'number' && Number.isSafeInteger(count)) this.append(`limit ${count}`)
    else super.visitLimit(node)
  }
}

class ThreadedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #threads: SqliteThreads
  readonly #reader: Reader

  constructor(threads: SqliteThreads, reader: Reader) {
    this.#threads = threads
    this.#reader = reader
  }

  async init() {}

  async acquireConnection() {
    return new SqliteConnection(this.#threads, this.#reader)
  }

  async beginTransaction(connection: SqliteConnection) {
    connection.transaction = this.#threads.begin()
  }

  async commitTransaction(connection: SqliteConnection) {
    await this.#end('commit', connection)
  }

  async rollbackTransaction(connection: SqliteConnection) {
    await this.#end('rollback', connection)
  }

  async savepoint(connection: SqliteConnection, name: string) {
    await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`))
  }

  async rollbackToSavepoint(connection: SqliteConnection, name: string) {
    await connection.executeQuery(CompiledQuery.raw(`rollback to "${name}"`))
  }

  async releaseSavepoint(connection: SqliteConnection, name: string) {
    await connection.executeQuery(CompiledQuery.raw(`release "${name}"`))
  }

  async releaseConnection() {}

  async destroy() {
    await this.#threads.close()
  }

  async #end(outcome: 'commit' | 'rollback', connection: SqliteConnection) {
    const { transaction } = connection
    connection.transaction = null
    if (transaction !== null) await this.#threads.end(outcome, transaction)
  }
}
