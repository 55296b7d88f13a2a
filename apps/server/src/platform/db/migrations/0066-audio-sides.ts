import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

const SIDES = ['usage_audio_input', 'usage_audio_output']

/**
 * Audio was one count. It stays what both sides had together; nobody kept what of it was heard and what was spoken, so
 * that is null of the calls that are here, and of sums what is told from now on. A price for audio was charged on both
 * sides, and goes on so.
 */
export async function audioSides(db: Kysely<unknown>, { int }: ColumnTypes) {
  for (const side of SIDES) {
    await db.schema.alterTable('spans').addColumn(side, int).execute()
    for (const sums of ['traces', 'rollups'])
      await db.schema
        .alterTable(sums)
        .addColumn(side, int, (added) => added.notNull().defaultTo(0))
        .execute()
  }
  const prices = db.schema.alterTable('model_prices')
  await prices.renameColumn('audio_nanos', 'audio_input_nanos').execute()
  await prices.addColumn('audio_output_nanos', int).execute()
  await sql`update model_prices set audio_output_nanos = audio_input_nanos`.execute(db)
}
