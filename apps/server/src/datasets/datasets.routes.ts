import { api, type Context } from '../api/context.ts'
import {
  countExperiments,
  type DatasetRow,
  editDataset,
  findDataset,
  insertDataset,
  listDatasets,
  setDeleted,
  toDataset,
} from './datasets.store.ts'
import { splitsOf } from './splits.store.ts'
import { fromJson } from '../platform/db/json.ts'

type Missing = { NO_SUCH_DATASET: () => Error }

export async function getDataset(
  { db, workspaceId }: Context,
  idOrName: string,
  errors: Missing,
): Promise<DatasetRow> {
  const row = await findDataset(db, workspaceId, idOrName)
  if (!row) throw errors.NO_SUCH_DATASET()
  return row
}

async function counted({ db, workspaceId }: Context, rows: readonly DatasetRow[]) {
  const counts = await countExperiments(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toDataset(row, counts.get(row.id)?.count))
}

export const datasetRoutes = {
  list: api.datasets.list.handler(async ({ input, context }) =>
    counted(context, await listDatasets(context.db, context.workspaceId, input.q)),
  ),

  create: api.datasets.create.handler(async ({ input, context, errors }) => {
    const { metadata, ...content } = input
    const extra = { metadata }
    const row = await insertDataset(context.db, context.workspaceId, { ...content, extra })
    if (!row) throw errors.NAME_TAKEN()
    return toDataset(row)
  }),

  get: api.datasets.get.handler(async ({ input, context, errors }) => {
    const row = await getDataset(context, input.dataset, errors)
    const { db, workspaceId } = context
    const [counts, splits] = await Promise.all([
      countExperiments(db, workspaceId, [row.id]),
      splitsOf(db, row),
    ])
    return {
      ...toDataset(row, counts.get(row.id)?.count),
      splits: splits.map(([name, count]) => ({ name, count })),
    }
  }),

  edit: api.datasets.edit.handler(async ({ input, context, errors }) => {
    const { dataset, metadata, ...change } = input
    const before = await getDataset(context, dataset, errors)
    const extra = metadata && { ...fromJson(before.extra), metadata }
    const { db, workspaceId } = context
    const row = await editDataset(db, workspaceId, before.id, { ...change, extra })
    if (row === 'taken') throw errors.NAME_TAKEN()
    if (!row) throw errors.NO_SUCH_DATASET()
    return toDataset(row)
  }),

  delete: api.datasets.delete.handler(async ({ input, context, errors }) => {
    const { id } = await getDataset(context, input.dataset, errors)
    await setDeleted(context.db, context.workspaceId, id, true)
    return {}
  }),

  restore: api.datasets.restore.handler(async ({ input, context, errors }) => {
    const row = await setDeleted(context.db, context.workspaceId, input.id, false)
    if (row === 'taken') throw errors.NAME_TAKEN()
    if (!row) throw errors.NO_SUCH_DATASET()
    return toDataset(row)
  }),
}
