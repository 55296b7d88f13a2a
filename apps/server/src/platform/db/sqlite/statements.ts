import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { toSqlValue } from './parameters.ts'
import type { SerialisedError, SqlValue, Statement, StatementResult } from './protocol.ts'

const CACHED_STATEMENTS = 400

type Prepared = { statement: StatementSync; columns: string[] }

/** Runs statements on one connection and caches prepared ones (LRU). */
export function statementRunner(db: DatabaseSync) {
  const cache = new Map<string, Prepared>()

  const prepare = (sql: string): Prepared => {
    const cached = cache.get(sql)
    if (cached) {
      cache.delete(sql)
      cache.set(sql, cached)
      return cached
    }

    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    const prepared = { statement, columns: statement.columns().map((column) => column.name) }
    cache.set(sql, prepared)
    if (cache.size > CACHED_STATEMENTS) {
      const [oldest] = cache.keys()
      if (oldest !== undefined) cache.delete(oldest)
    }
    return prepared
  }

  return ({ sql, rows: parameters }: Statement): StatementResult => {
    const { statement, columns } = prepare(sql)
    let changes = 0
    let rows: SqlValue[][] = []
    for (const row of parameters) {
      const values = row.map(toSqlValue)
      if (columns.length > 0) {
        // With `setReturnArrays`, `all` returns arrays, which its type does not reflect.
        const found = statement.all(...values) as unknown as SqlValue[][]
        rows = rows.length === 0 ? found : rows.concat(found)
        changes += found.length
      } else {
        changes += Number(statement.run(...values).changes)
      }
    }
    return { columns, rows, changes }
  }
}

export const serialiseError = (error: unknown): SerialisedError => ({
  message: error instanceof Error ? error.message : String(error),
  code:
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
      ? error.errcode
      : null,
})
