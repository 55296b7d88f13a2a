import * as z from 'zod'
import {
  countExperiments,
  type DatasetRow,
  metadataOf,
  selectDatasets,
} from '../../../datasets/datasets.store.ts'
import type { Call } from '../../call.ts'
import { repeated, Uuid } from '../query-values.ts'
import { jsonObject, matchesMetadata } from './metadata-filter.ts'
import { toWireDataset } from './wire-dataset.ts'

/** Search fields shared by both API versions. */
export const datasetSearch = {
  id: repeated(Uuid),
  name: z.string().optional(),
  name_contains: z.string().optional(),
  metadata: jsonObject.optional(),
}

type DatasetQuery = z.infer<z.ZodObject<typeof datasetSearch>>

/** Sorted newest first. */
export async function findDatasets(
  { context: { db, workspaceId } }: Call,
  { id: ids, name, name_contains: part, metadata }: DatasetQuery,
): Promise<DatasetRow[]> {
  let query = selectDatasets(db, workspaceId).orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (ids?.length) query = query.where('id', 'in', ids)
  if (name !== undefined) query = query.where('name', '=', name)
  if (part) query = query.where((eb) => db.portable.matchesText(eb.ref('name'), part))
  return (await query.execute()).filter((row) => matchesMetadata(metadataOf(row), metadata))
}

export async function toWire({ context }: Call, rows: readonly DatasetRow[]) {
  const ids = rows.map(({ id }) => id)
  const experiments = await countExperiments(context.db, context.workspaceId, ids)
  return rows.map((row) => toWireDataset(row, experiments.get(row.id)))
}
