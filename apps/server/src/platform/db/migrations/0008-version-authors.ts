import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What was saved before authors were kept is the owner's, but for what came with the workspace. */
export async function versionAuthors(db: Kysely<unknown>, { text }: ColumnTypes) {
  await db.schema
    .alterTable('agent_versions')
    .addColumn('author', text, (c) => c.notNull().defaultTo('owner'))
    .execute()
  await sql`update agent_versions set author = 'lathe' where number = 1 and message = 'As it comes with Lathe'`.execute(
    db,
  )
}
