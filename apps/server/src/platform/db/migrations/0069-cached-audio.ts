import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What of the cached tokens was audio: null of calls where nobody told, of sums what is told from now on. */
export async function cachedAudio(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema.alterTable('spans').addColumn('usage_audio_cached', int).execute()
  for (const sums of ['traces', 'rollups'])
    await db.schema
      .alterTable(sums)
      .addColumn('usage_audio_cached', int, (added) => added.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('model_prices').addColumn('audio_cached_nanos', int).execute()
}
