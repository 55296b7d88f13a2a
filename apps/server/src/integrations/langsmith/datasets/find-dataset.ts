import { toMicros } from '@lathe/traces'
import { type DatasetRow, findDataset } from '../../../datasets/datasets.store.ts'
import { versionAt, versionTagged } from '../../../datasets/versions.store.ts'
import { refusal } from '../../../platform/http/errors.ts'
import type { Call } from '../../call.ts'
import { uuidParam } from '../query-values.ts'

export const noSuchDataset = (id: string) =>
  refusal(404, 'NO_SUCH_DATASET', `Dataset ${id} not found`)

export async function datasetById({ context }: Call, id: string): Promise<DatasetRow> {
  const row = await findDataset(context.db, context.workspaceId, id)
  if (!row) throw noSuchDataset(id)
  return row
}

export const datasetParam = (call: Call): Promise<DatasetRow> =>
  datasetById(call, uuidParam(call, 'id'))

/** Resolves a time or a tag. The version created exactly at the time is included. */
export async function findVersion({ context }: Call, dataset: DatasetRow, asOf: string) {
  const timestamp = toMicros(asOf)
  const found =
    timestamp === undefined
      ? await versionTagged(context.db, dataset, asOf)
      : await versionAt(context.db, dataset, timestamp)
  if (!found) throw refusal(404, 'NO_SUCH_VERSION', `Dataset version ${asOf} not found`)
  return found
}
