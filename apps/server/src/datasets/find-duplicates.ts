import type { Example } from '@lathe/contract'
import type { Queries } from '../platform/db/db.ts'
import type { DatasetRow } from './datasets.store.ts'
import { selectExamples, toExample } from './examples.store.ts'

/** Maximum groups returned. */
const MOST = 200

/** Groups examples with equal inputs in any key order. */
export async function findDuplicates(
  db: Queries,
  dataset: DatasetRow,
): Promise<{ groups: Example[][]; total: number }> {
  const { workspace_id: workspaceId, id: datasetId, version } = dataset
  const examples = () => selectExamples(db, { workspaceId, datasetId, version })
  const doubled = await examples()
    .select('inputs_hash')
    .groupBy('inputs_hash')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute()
  const shown = doubled.slice(0, MOST).map(({ inputs_hash: found }) => found)
  if (shown.length === 0) return { groups: [], total: 0 }
  const rows = await examples()
    .selectAll()
    .where('inputs_hash', 'in', shown)
    .orderBy('position')
    .execute()
  const groups = [...Map.groupBy(rows, (row) => row.inputs_hash).values()]
  return { groups: groups.map((group) => group.map(toExample)), total: doubled.length }
}
