import type { DatasetCommit } from '@lathe/contract'
import { type ChangeOf, commitAll } from '../../../datasets/commit.ts'
import { findExample } from '../../../datasets/examples.store.ts'
import type { Put } from '../../../datasets/write-examples.ts'
import type { Call } from '../../call.ts'
import { noSuchDataset } from './find-dataset.ts'
import { validateExamples } from './validate-examples.ts'
import { rejectUnknownExamples, rejectTakenIds } from './check-example-ids.ts'

/** Keyed by dataset id. */
type ExamplesByDataset<P extends Put = Put> = ReadonlyMap<string, readonly P[]>

/** Adds all examples, or none if one of their ids is taken. */
export const addExamples = (
  call: Call,
  examplesByDataset: ExamplesByDataset,
): Promise<DatasetCommit[]> =>
  commitEach(call, examplesByDataset, (examples) => async (queries, dataset) => {
    validateExamples(dataset, examples)
    await rejectTakenIds(queries, dataset, examples)
    return { put: examples, remove: [], message: 'Added by a client' }
  })

export type Changed = Put & { id: string }

/** Changes all examples, or none if one is missing from its dataset. */
export const changeExamples = (
  call: Call,
  examplesByDataset: ExamplesByDataset<Changed>,
): Promise<DatasetCommit[]> =>
  commitEach(call, examplesByDataset, (examples) => async (queries, dataset) => {
    const ids = examples.map(({ id }) => id)
    validateExamples(dataset, examples)
    await rejectUnknownExamples(queries, dataset, ids)
    const replacements = examples.map((example) => ({ ...example, isAnew: true }))
    return { put: replacements, remove: [], message: 'Changed by a client' }
  })

/** Removes examples of any dataset. Ids that no longer exist are ignored. */
export async function removeExamples(call: Call, ids: readonly string[]) {
  const { db, workspaceId } = call.context
  const rows = await Promise.all(ids.map((id) => findExample(db, workspaceId, id)))
  const found = rows.flatMap((row) => (row ? [row] : []))
  const byDataset = Map.groupBy(found, (row) => row.dataset_id)
  await commitEach(call, byDataset, (group) => {
    const remove = group.map(({ id }) => id)
    return { put: [], remove, message: 'Removed by a client' }
  })
  return {}
}

async function commitEach<T>(
  { context: { db, workspaceId } }: Call,
  byDataset: ReadonlyMap<string, readonly T[]>,
  createChange: (group: readonly T[]) => ChangeOf,
): Promise<DatasetCommit[]> {
  if (byDataset.size === 0) return []
  const changes = new Map([...byDataset].map(([id, group]) => [id, createChange(group)]))
  const committed = await commitAll(db, workspaceId, changes)
  if (committed.type !== 'committed') throw noSuchDataset([...byDataset.keys()].join(', '))
  return committed.all
}
