import type { Queries } from '../../../platform/db/db.ts'
import type { DatasetRow } from '../../../datasets/datasets.store.ts'
import { findExample } from '../../../datasets/examples.store.ts'
import { nextRows, type Put, readKnown } from '../../../datasets/write-examples.ts'
import { refusal } from '../../../platform/http/errors.ts'

export const noSuchExample = (id: string) =>
  refusal(404, 'NO_SUCH_EXAMPLE', `Example ${id} not found`)

/** Rejects changes of examples that the dataset does not contain now. */
export async function rejectUnknownExamples(
  db: Queries,
  dataset: DatasetRow,
  ids: readonly string[],
): Promise<void> {
  const existing = await readKnown(db, dataset, ids)
  const unknownId = ids.find((id) => !existing.has(id))
  if (unknownId === undefined) return
  if (!(await findExample(db, dataset.workspace_id, unknownId))) throw noSuchExample(unknownId)
  throw refusal(409, 'OTHER_DATASET', `Example ${unknownId} is not in dataset ${dataset.name}`)
}

/**
 * Rejects a different example under an existing id. An identical one is accepted, because clients
 * retry requests without a response.
 */
export async function rejectTakenIds(
  db: Queries,
  dataset: DatasetRow,
  examples: readonly Put[],
): Promise<void> {
  const withIds = examples.flatMap((item) =>
    item.id === undefined ? [] : [{ ...item, id: item.id }],
  )
  const ids = withIds.map(({ id }) => id)
  const existing = await readKnown(db, dataset, ids)
  const different = nextRows(dataset, withIds, { known: existing, at: 0, position: 0 })
  const takenId =
    ids.find((id) => existing.has(id) && different.has(id)) ??
    (await findInOtherDatasets(
      db,
      dataset,
      ids.filter((id) => !existing.has(id)),
    ))
  if (takenId !== undefined)
    throw refusal(409, 'EXAMPLE_EXISTS', `Example ${takenId} already exists: change it by PATCH`)
}

async function findInOtherDatasets(
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
