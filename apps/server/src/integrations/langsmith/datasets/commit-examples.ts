import type { DatasetCommit } from '@lathe/contract'
import { type ChangeOf, commitAll } from '../../../datasets/commit.ts'
import { findExample } from '../../../datasets/examples.store.ts'
import type { Put } from '../../../datasets/write-examples.ts'
import type { Call } from '../../call.ts'
import { noSuchDataset } from './find-dataset.ts'
import { validateExamples } from './validate-examples.ts'
import { rejectUnknownExamples, rejectTakenIds } from './check-example-ids.ts'

/** Keyed by dataset id. */
type Puts<P extends Put = Put> = ReadonlyMap<string, readonly P[]>

/** Adds all examples, or none if one of their ids is taken. */
export const addExamples = (call: Call, puts: Puts): Promise<DatasetCommit[]> =>
  commitEach(call, puts, (put) => async (queries, dataset) => {
    validateExamples(dataset, put)
    await rejectTakenIds(queries, dataset, put)
    return { put, remove: [], message: 'Added by a client' }
  })

export type Changed = Put & { id: string }

/** Changes all examples, or none if one is missing from its dataset. */
export const changeExamples = (call: Call, puts: Puts<Changed>): Promise<DatasetCommit[]> =>
  commitEach(call, puts, (put) => async (queries, dataset) => {
    const ids = put.map(({ id }) => id)
    validateExamples(dataset, put)
    await rejectUnknownExamples(queries, dataset, ids)
    const replaced = put.map((example) => ({ ...example, isAnew: true }))
    return { put: replaced, remove: [], message: 'Changed by a client' }
  })

/** Removes examples of any dataset. Ids that no longer exist are ignored. */
export async function removeExamples(call: Call, ids: readonly string[]) {
  const { db, workspaceId } = call.context
  const rows = await Promise.all(ids.map((id) => findExample(db, workspaceId, id)))
  const found = rows.flatMap((row) => (row ? [row] : []))
  const byDataset = Map.groupBy(found, (row) => row.dataset_id)
  await commitEach(call, byDataset, (some) => {
    const remove = some.map(({ id }) => id)
    return { put: [], remove, message: 'Removed by a client' }
  })
  return {}
}

async function commitEach<T>(
  { context: { db, workspaceId } }: Call,
  byDataset: ReadonlyMap<string, readonly T[]>,
  createChange: (some: readonly T[]) => ChangeOf,
): Promise<DatasetCommit[]> {
  if (byDataset.size === 0) return []
  const changes = new Map([...byDataset].map(([id, some]) => [id, createChange(some)]))
  const committed = await commitAll(db, workspaceId, changes)
  if (committed.type !== 'committed') throw noSuchDataset([...byDataset.keys()].join(', '))
  return committed.all
}
