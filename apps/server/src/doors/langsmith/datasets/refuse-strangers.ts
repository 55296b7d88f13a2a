import type { Queries } from '../../../db/db.ts'
import type { DatasetRow } from '../../../features/datasets/datasets.store.ts'
import { findExample } from '../../../features/datasets/examples.store.ts'
import { readKnown } from '../../../features/datasets/write-examples.ts'
import { refusal } from '../../../http/errors.ts'

export const noSuchExample = (id: string) =>
  refusal(404, 'NO_SUCH_EXAMPLE', `Example ${id} not found`)

/** What the dataset does not have now cannot be changed in it. */
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
