import type { Committed } from '@lathe/contract'
import { commitExamples } from '../../../features/datasets/commit.ts'
import { findExample } from '../../../features/datasets/examples.store.ts'
import type { Put } from '../../../features/datasets/write-examples.ts'
import type { Call } from '../../call.ts'
import { noSuchDataset } from './find-dataset.ts'
import { refuseStrangers } from './refuse-strangers.ts'

export async function commitInto(
  { context: { db, workspaceId } }: Call,
  datasetId: string,
  put: readonly Put[],
  message: string,
): Promise<Committed> {
  const made = await commitExamples(db, workspaceId, datasetId, { put, remove: [], message })
  if (made.type !== 'committed') throw noSuchDataset(datasetId)
  return made
}

export type Changed = Put & { id: string }

/** All of them or, where the dataset does not have one, none. */
export async function changeIn(
  { context: { db, workspaceId } }: Call,
  datasetId: string,
  put: readonly Changed[],
): Promise<Committed> {
  const ids = put.map(({ id }) => id)
  const made = await commitExamples(db, workspaceId, datasetId, async (queries, dataset) => {
    await refuseStrangers(queries, dataset, ids)
    return { put, remove: [], message: 'Changed by a client' }
  })
  if (made.type !== 'committed') throw noSuchDataset(datasetId)
  return made
}

/** From whatever datasets they are in; what is gone already is as it should be. */
export async function removeExamples(
  { context: { db, workspaceId } }: Call,
  ids: readonly string[],
) {
  const rows = await Promise.all(ids.map((id) => findExample(db, workspaceId, id)))
  const found = rows.flatMap((row) => (row ? [row] : []))
  for (const [datasetId, some] of Map.groupBy(found, (row) => row.dataset_id)) {
    const remove = some.map(({ id }) => id)
    const message = 'Removed by a client'
    await commitExamples(db, workspaceId, datasetId, { put: [], remove, message })
  }
  return {}
}
