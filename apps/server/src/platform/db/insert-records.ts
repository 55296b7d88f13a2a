import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import type { Queries } from './db.ts'
import type { Schema } from './schema.ts'
import { replaceNul } from './replace-nul.ts'

/** Whether JSON can represent these rows. */
export const areJsonRows = (rows: readonly object[]): boolean =>
  rows.every((row) =>
    Object.values(row).every((value) => typeof value !== 'object' || value === null),
  )

/**
 * Inserts the rows of one JSON parameter, which must be the query's first. Postgres is much slower
 * with thousands of parameters.
 */
export function insertRecords<T extends keyof Schema>(
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

export function toRecords(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  return REFUSED.test(text) ? JSON.stringify(rows, wellFormed) : text
}

/**
 * Postgres rejects NUL and unpaired surrogates, which JSON.stringify always writes as these
 * escapes.
 */
const REFUSED = /\\u(?:0000|d[89a-f])/

const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? replaceNul(value).toWellFormed() : value
