import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

const NAME_KEY = 'saved_views_workspace_id_name_key'

/** Deleted views can be restored until they are purged; their names are free. */
export async function deletedViews(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema.alterTable('saved_views').addColumn('deleted_at', int).execute()
  await db.schema.dropIndex(NAME_KEY).execute()
  await db.schema
    .createIndex(NAME_KEY)
    .unique()
    .on('saved_views')
    .columns(['workspace_id', 'name'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
}
