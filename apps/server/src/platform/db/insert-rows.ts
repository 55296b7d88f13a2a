import {
  type CompiledQuery,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  sql,
} from 'kysely'
import { type Batch, isEmbedded } from './atomic.ts'
import type { Queries } from './db.ts'
import type { Schema } from './schema.ts'
import { replaceNul } from './replace-nul.ts'

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

  const compile = (
    kind: string,
    columns: string[],
    createInsert: () => Insert<T>,
  ): CompiledQuery => {
    const key = `${kind} ${columns.join()}`
    const cached = compiled.get(key)
    if (cached) return cached
    const query = createInsert().compile()
    compiled.set(key, query)
    return query
  }

  return (db, rows) => {
    const [first] = rows
    if (!first) return []
    const columns = Object.keys(first)
    const inserting = (batchRows: readonly Row<T>[]) =>
      finish(db.insertInto(table).values(batchRows), columns, db)
    const isSqlite = isEmbedded(db)
    if (isSqlite || rows.length === 1) {
      const query = compile(isSqlite ? 'sqlite' : 'postgres', columns, () => inserting([first]))
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

/** Whether JSON can represent these rows. */
const areJsonRows = (rows: readonly object[]): boolean =>
  rows.every((row) =>
    Object.values(row).every((value) => typeof value !== 'object' || value === null),
  )

/**
 * Inserts the rows of one JSON parameter, which must be the query's first. Postgres is much slower
 * with thousands of parameters.
 */
function insertRecords<T extends keyof Schema>(
  db: Queries,
  table: T,
  columns: string[],
): InsertQueryBuilder<Schema, T, InsertResult> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  // The cast holds because these are the keys of a row of this table.
  const columnNames = columns as (keyof Insertable<Schema[T]> & keyof Schema[T] & string)[]
  return db
    .insertInto(table)
    .columns(columnNames)
    .expression(
      sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, cast(${'[]'} as json))`,
    )
}

function toRecords(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  return UNSUPPORTED_ESCAPES.test(text) ? JSON.stringify(rows, wellFormed) : text
}

/**
 * Postgres rejects NUL and unpaired surrogates, which JSON.stringify always writes as these
 * escapes.
 */
const UNSUPPORTED_ESCAPES = /\\u(?:0000|d[89a-f])/

const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? replaceNul(value).toWellFormed() : value
