import type { Insertable, InsertQueryBuilder, InsertResult } from 'kysely'
import { type Batch, isEmbedded } from './atomic.ts'
import type { Queries } from './db.ts'
import type { Schema } from './schema.ts'

/** Postgres takes 65,535 parameters a statement. */
const MAX_PARAMETERS = 50_000

type Insert<T extends keyof Schema> = InsertQueryBuilder<Schema, T, InsertResult>

/**
 * For `atomic`: many rows of the same columns. SQLite gets one prepared statement that runs once a
 * row, Postgres one statement with all rows, so no two rows may conflict with each other.
 */
export function insertRows<T extends keyof Schema>(
  db: Queries,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
  finish: (insert: Insert<T>) => Insert<T> = (insert) => insert,
): Batch {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first)

  if (!isEmbedded(db)) {
    const size = Math.floor(MAX_PARAMETERS / columns.length)
    const chunks = Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
      rows.slice(i * size, (i + 1) * size),
    )
    return chunks.map((chunk) => finish(db.insertInto(table).values(chunk)))
  }

  const query = finish(db.insertInto(table).values(first)).compile()
  const rest = query.parameters.slice(columns.length)
  return [{ query, rows: rows.map((row) => [...Object.values(row), ...rest]) }]
}
