import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import type { Queries } from './db.ts'
import type { Schema } from './schema.ts'
import { withoutNul } from './without-nul.ts'

/** Whether JSON says all that is in these rows. */
export const arePlain = (rows: readonly object[]): boolean =>
  rows.every((row) =>
    Object.values(row).every((value) => typeof value !== 'object' || value === null),
  )

/** Inserts rows of one JSON parameter, its first: Postgres takes thousands of parameters in far more slowly. */
export function fromRecords<T extends keyof Schema>(
  db: Queries,
  table: T,
  columns: string[],
): InsertQueryBuilder<Schema, T, InsertResult> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  // The cast holds: they are the keys of a row of this table.
  const own = columns as (keyof Insertable<Schema[T]> & keyof Schema[T] & string)[]
  return db
    .insertInto(table)
    .columns(own)
    .expression(
      sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, cast(${'[]'} as json))`,
    )
}

export function toRecords(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  return REFUSED.test(text) ? JSON.stringify(rows, wellFormed) : text
}

/** Postgres refuses NUL and halves of a pair, and JSON always writes them like this. */
const REFUSED = /\\u(?:0000|d[89a-f])/

const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? withoutNul(value).toWellFormed() : value
