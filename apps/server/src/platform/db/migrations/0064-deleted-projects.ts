import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** As `projects`; what is here is no project until it is brought back. */
export async function deletedProjects(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('deleted_projects')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('description', text)
    .addColumn('extra', text, (c) => c.notNull())
    .addColumn('reference_dataset_id', key)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('ended_at', int)
    .addColumn('deleted_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('deleted_projects_pkey', ['workspace_id', 'id'])
    .execute()
}
