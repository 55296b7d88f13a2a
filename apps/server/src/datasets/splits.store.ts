import type { Queries } from '../platform/db/db.ts'
import { fromJson, fromJsonOrNull, toJson } from '../platform/db/json.ts'
import type { DatasetRow } from './datasets.store.ts'
import { countSplits, type ExampleRow } from './examples.store.ts'

/** By name of the split: how many examples are in it. */
export type SplitCounts = ReadonlyMap<string, number>

type Splits = Pick<ExampleRow, 'splits'>

/** What a commit brings to each split and takes from it. */
export function splitChanges(came: Iterable<Splits>, went: Iterable<Splits>): SplitCounts {
  const counts = new Map<string, number>()
  const add = ({ splits }: Splits, by: number) => {
    for (const name of fromJson(splits)) counts.set(name, (counts.get(name) ?? 0) + by)
  }
  for (const row of came) add(row, 1)
  for (const row of went) add(row, -1)
  return counts
}

export function addSplits(one: SplitCounts, other: SplitCounts): SplitCounts {
  const sum = new Map(one)
  for (const [name, count] of other) sum.set(name, (sum.get(name) ?? 0) + count)
  return sum
}

/** Of its next version, without those that nothing is left in; null where those of this one were never counted. */
export function nextSplits(
  { splits }: Pick<DatasetRow, 'splits'>,
  changes: SplitCounts,
): DatasetRow['splits'] {
  const known = fromJsonOrNull(splits)
  return known && toJson([...addSplits(new Map(known), changes)].filter(([, count]) => count > 0))
}

/** Of its newest version, by name: every commit keeps them, and only who asks first has them counted. */
export async function splitsOf(db: Queries, dataset: DatasetRow): Promise<[string, number][]> {
  const { id, version, workspace_id: workspaceId } = dataset
  const known = fromJsonOrNull(dataset.splits)
  const splits = known ?? [...(await countSplits(db, { workspaceId, datasetId: id, version }))]
  if (!known) {
    await db
      .updateTable('datasets')
      .set({ splits: toJson(splits) })
      .where('id', '=', id)
      .where('version', '=', version)
      .execute()
  }
  return splits.toSorted(([a], [b]) => a.localeCompare(b))
}
