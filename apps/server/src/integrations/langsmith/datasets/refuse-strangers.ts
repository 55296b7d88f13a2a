import type { Queries } from '../../../platform/db/db.ts'
import type { DatasetRow } from '../../../datasets/datasets.store.ts'
import { findExample } from '../../../datasets/examples.store.ts'
import { nextRows, type Put, readKnown } from '../../../datasets/write-examples.ts'
import { refusal } from '../../../platform/http/errors.ts'

export const noSuchExample = (id: string) =>
  refusal(404, 'NO_SUCH_EXAMPLE', `Example ${id} not found`)

/** Rejects changes of examples that the dataset does not contain now. */
export async function refuseStrangers(
  db: Queries,
  dataset: DatasetRow,
  ids: readonly string[],
): Promise<void> {
  const known = await readKnown(db, dataset, ids)
  const strange = ids.find((id) => !known.has(id))
  if (strange === undefined) return
  if (!(await findExample(db, dataset.workspace_id, strange))) throw noSuchExample(strange)
  throw refusal(409, 'OTHER_DATASET', `Example ${strange} is not in dataset ${dataset.name}`)
}

/**
 * Rejects a different example under an existing id. An identical one is accepted, because clients
 * retry requests without a response.
 */
export async function refuseTaken(
  db: Queries,
  dataset: DatasetRow,
  put: readonly Put[],
): Promise<void> {
  const named = put.flatMap((one) => (one.id === undefined ? [] : [{ ...one, id: one.id }]))
  const ids = named.map(({ id }) => id)
  const known = await readKnown(db, dataset, ids)
  const different = nextRows(dataset, named, { known, at: 0, position: 0 })
  const taken =
    ids.find((id) => known.has(id) && different.has(id)) ??
    (await findElsewhere(
      db,
      dataset,
      ids.filter((id) => !known.has(id)),
    ))
  if (taken !== undefined)
    throw refusal(409, 'EXAMPLE_EXISTS', `Example ${taken} already exists: change it by PATCH`)
}

async function findElsewhere(
  db: Queries,
  { workspace_id: workspaceId, id: datasetId }: DatasetRow,
  ids: readonly string[],
): Promise<string | undefined> {
  for (const id of ids) {
    const found = await findExample(db, workspaceId, id)
    if (found && found.dataset_id !== datasetId) return id
  }
  return undefined
}
