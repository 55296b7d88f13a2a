import type { Queries } from '../platform/db/db.ts'
import type { DatasetRow } from './datasets.store.ts'
import { selectExamples } from './examples.store.ts'
import { hashInputs, type Put } from './write-examples.ts'

/**
 * Filters examples whose inputs exist already, in the dataset or among the given ones. A changed
 * example does not duplicate its own previous version.
 */
export async function doubleSieve(
  db: Queries,
  { workspace_id: workspaceId, id: datasetId, version }: DatasetRow,
): Promise<(put: readonly Put[]) => Put[]> {
  const rows = await selectExamples(db, { workspaceId, datasetId, version })
    .select(['id', 'inputs_hash'])
    .execute()
  const owners = new Map(rows.map((row) => [row.inputs_hash, row.id]))
  return (put) =>
    put.filter(({ id, inputs = {} }) => {
      const key = hashInputs(inputs)
      const owner = owners.get(key)
      if (owner !== undefined && owner !== id) return false
      owners.set(key, id ?? 'new')
      return true
    })
}
