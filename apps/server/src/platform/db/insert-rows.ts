import type { CompiledQuery, Insertable, InsertQueryBuilder, InsertResult } from 'kysely'
import { type Batch, isEmbedded } from './atomic.ts'
import type { Queries } from './db.ts'
import { areJsonRows, insertRecords, toRecords } from './insert-records.ts'
import type { Schema } from './schema.ts'

/** Postgres accepts 65,535 parameters per statement. */
const MAX_PARAMETERS = 50_000

type Insert<T extends keyof Schema> = InsertQueryBuilder<Schema, T, InsertResult>
type Finish<T extends keyof Schema, D> = (insert: Insert<T>, columns: string[], db: D) => Insert<T>
type Row<T extends keyof Schema> = Insertable<Schema[T]>

/**
 * Makes a function for `atomic` that inserts many rows, all with the columns of the first. SQLite
 * runs one statement, compiled once, for each row; Postgres one statement with all the rows, so no
 * two of them may conflict with each other.
 */
export function rowInserter<T extends keyof Schema, D extends Queries = Queries>(
  table: T,
  finish: Finish<T, D> = (insert) => insert,
): (db: D, rows: readonly Row<T>[]) => Batch {
  const compiled = new Map<string, CompiledQuery>()

  const compile = (kind: string, columns: string[], make: () => Insert<T>): CompiledQuery => {
    const key = `${kind} ${columns.join()}`
    const known = compiled.get(key)
    if (known) return known
    const query = make().compile()
    compiled.set(key, query)
    return query
  }

  return (db, rows) => {
    const [first] = rows
    if (!first) return []
    const columns = Object.keys(first)
    const inserting = (some: readonly Row<T>[]) =>
      finish(db.insertInto(table).values(some), columns, db)
    const isOfSqlite = isEmbedded(db)
    if (isOfSqlite || rows.length === 1) {
      const query = compile(isOfSqlite ? 'sqlite' : 'postgres', columns, () => inserting([first]))
      const rest = query.parameters.slice(columns.length)
      return [{ query, rows: rows.map((row) => [...listValues(row, columns), ...rest]) }]
    }
    if (areJsonRows(rows)) {
      const query = compile('records', columns, () =>
        finish(insertRecords(db, table, columns), columns, db),
      )
      return [{ query, rows: [[toRecords(rows), ...query.parameters.slice(1)]] }]
    }

    const size = Math.floor(MAX_PARAMETERS / columns.length)
    return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
      inserting(rows.slice(i * size, (i + 1) * size)),
    )
  }
}

const listValues = (row: object, columns: string[]): unknown[] =>
  columns.map((column): unknown => Reflect.get(row, column))
