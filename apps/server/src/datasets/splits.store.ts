import type { Queries } from '../platform/db/db.ts'
import { fromJson, fromJsonOrNull, toJson } from '../platform/db/json.ts'
import type { DatasetRow } from './datasets.store.ts'
import { countSplits, type ExampleRow } from './examples.store.ts'

/** Number of examples by split. */
export type SplitCounts = ReadonlyMap<string, number>

type Splits = Pick<ExampleRow, 'splits'>

/** Counts what a commit adds to and removes from each split. */
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

/** Counts of the next version, without empty splits. Null if this version was never counted. */
export function nextSplits(
  { splits }: Pick<DatasetRow, 'splits'>,
  changes: SplitCounts,
): DatasetRow['splits'] {
  const known = fromJsonOrNull(splits)
  return known && toJson([...addSplits(new Map(known), changes)].filter(([, count]) => count > 0))
}

/**
 * Counts of the newest version. Every commit updates them; older datasets are counted on first use.
 */
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
