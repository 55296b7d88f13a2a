import type { CompiledQuery, Insertable, InsertQueryBuilder, InsertResult } from 'kysely'
import { type Batch, isEmbedded } from './atomic.ts'
import type { Queries } from './db.ts'
import type { Schema } from './schema.ts'

/** Postgres takes 65,535 parameters a statement. */
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

  const compile = (db: D, row: Row<T>, columns: string[]): CompiledQuery => {
    const key = columns.join()
    const known = compiled.get(key)
    if (known) return known
    const query = finish(db.insertInto(table).values(row), columns, db).compile()
    compiled.set(key, query)
    return query
  }

  return (db, rows) => {
    const [first] = rows
    if (!first) return []
    const columns = Object.keys(first)
    if (isEmbedded(db)) {
      const query = compile(db, first, columns)
      const rest = query.parameters.slice(columns.length)
      return [{ query, rows: rows.map((row) => [...valuesOf(row, columns), ...rest]) }]
    }

    const size = Math.floor(MAX_PARAMETERS / columns.length)
    return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
      finish(db.insertInto(table).values(rows.slice(i * size, (i + 1) * size)), columns, db),
    )
  }
}

const valuesOf = (row: object, columns: string[]): unknown[] =>
  columns.map((column): unknown => Reflect.get(row, column))
