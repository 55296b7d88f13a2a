import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Speeds up lookups of spans and their payloads on Postgres. */
export async function spanLookups(db: Kysely<unknown>, { engine, key }: ColumnTypes) {
  if (engine === 'sqlite') return
  // Ids are compared for equality only, and a hash index takes half of a b-tree.
  await sql`drop index spans_id_idx`.execute(db)
  await sql`create index spans_id_idx on spans using hash (id)`.execute(db)
  // With the collation of `payload_blocks.id`, so that a join uses its index.
  await sql`alter table spans alter column payload_blocks type ${key}`.execute(db)
}
