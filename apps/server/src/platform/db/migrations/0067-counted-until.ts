import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Of a trace that was deleted before it ended: what of it ended by then was counted. Null where all of it was. */
export const countedUntil = (db: Kysely<unknown>, { int }: ColumnTypes) =>
  db.schema.alterTable('deleted_traces').addColumn('counted_until', int).execute()
