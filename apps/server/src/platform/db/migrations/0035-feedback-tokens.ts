import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Leave to say something of one run without a key, for a while. */
export async function feedbackTokens(db: Kysely<unknown>, { key, int }: ColumnTypes) {
  await db.schema
    .createTable('feedback_tokens')
    .addColumn('token', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('span_id', key, (c) => c.notNull())
    .addColumn('key', key, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('expires_at', int, (c) => c.notNull())
    .execute()
  for (const column of ['span_id', 'expires_at'])
    await db.schema
      .createIndex(`feedback_tokens_workspace_id_${column}_idx`)
      .on('feedback_tokens')
      .columns(['workspace_id', column])
      .execute()
}
