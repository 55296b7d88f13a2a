import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Each batch of spans replaces a hundred rows: with room in their page the new ones take the place of the old. */
export async function roomyRollups(db: Kysely<unknown>, { engine }: ColumnTypes) {
  if (engine === 'sqlite') return
  await sql`alter table rollups set (fillfactor = 50)`.execute(db)
  await sql`cluster rollups using rollups_by_project_pkey`.execute(db)
}
