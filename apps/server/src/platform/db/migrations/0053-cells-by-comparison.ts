import type { Kysely } from 'kysely'

const TWINS = 'comparison_cells_workspace_id_fingerprint_idx'

/** SQLite took an index that begins with the workspace for one comparison's cells, and read those of all others. */
export async function cellsByComparison(db: Kysely<unknown>) {
  await db.schema.dropIndex(TWINS).execute()
  await db.schema
    .createIndex('comparison_cells_fingerprint_workspace_id_idx')
    .on('comparison_cells')
    .columns(['fingerprint', 'workspace_id', 'status'])
    .execute()
  await db.schema
    .createIndex('comparison_cells_run_id_idx')
    .on('comparison_cells')
    .column('run_id')
    .execute()
}
