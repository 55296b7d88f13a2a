import type { Queries } from '../../db/db.ts'
import { hashInputs, type Put } from './commit.ts'
import type { DatasetRow } from './datasets.store.ts'
import { selectExamples } from './examples.store.ts'

/** Without those whose inputs another example has, there or among them; a changed example is no double of itself. */
export async function withoutDoubles(
  db: Queries,
  { workspace_id: workspaceId, id: datasetId, version }: DatasetRow,
  put: readonly Put[],
): Promise<{ kept: Put[]; duplicates: number }> {
  const rows = await selectExamples(db, { workspaceId, datasetId, version })
    .select(['id', 'inputs_hash'])
    .execute()
  const owners = new Map(rows.map((row) => [row.inputs_hash, row.id]))
  const kept = put.filter(({ id, inputs = {} }) => {
    const key = hashInputs(inputs)
    const owner = owners.get(key)
    if (owner !== undefined && owner !== id) return false
    owners.set(key, id ?? 'new')
    return true
  })
  return { kept, duplicates: put.length - kept.length }
}
