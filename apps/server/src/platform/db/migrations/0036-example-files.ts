import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What is attached to examples; which example has which file is part of its content. */
export async function exampleFiles(db: Kysely<unknown>, { key, int, bytes }: ColumnTypes) {
  await db.schema
    .createTable('example_files')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('dataset_id', key, (c) => c.notNull())
    .addColumn('hash', key, (c) => c.notNull())
    .addColumn('mime_type', key, (c) => c.notNull())
    .addColumn('size', int, (c) => c.notNull())
    .addColumn('body', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('example_files_pk', ['dataset_id', 'hash'])
    .execute()
}
