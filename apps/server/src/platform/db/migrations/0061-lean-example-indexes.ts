import type { Kysely } from 'kysely'

/** Duplicates are looked for among all rows of a dataset; a place for every hash only made writing them slower. */
export async function leanExampleIndexes(db: Kysely<unknown>) {
  await db.schema.dropIndex('dataset_examples_dataset_id_inputs_hash_idx').execute()
}
