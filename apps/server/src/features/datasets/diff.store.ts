import type { Example } from '@lathe/contract'
import type { Queries } from '../../db/db.ts'
import type { DatasetRow } from './datasets.store.ts'
import { type ExampleRow, selectExamples, toExample } from './examples.store.ts'

type DatasetDiff = {
  added: Example[]
  removed: Example[]
  changed: { before: Example; after: Example }[]
}

/** Rows that are in one of two versions alone, by their example. */
async function rowsBetween(db: Queries, dataset: DatasetRow, from: number, to: number) {
  const only = async (version: number, not: number): Promise<Map<string, ExampleRow>> => {
    const place = { workspaceId: dataset.workspace_id, datasetId: dataset.id, version }
    const rows = await selectExamples(db, place)
      .selectAll()
      .where((eb) => eb.or([eb('version_from', '>', not), eb('version_to', '<=', not)]))
      .orderBy('position')
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }
  const [before, after] = await Promise.all([only(from, to), only(to, from)])
  return { before, after }
}

export async function diffVersions(
  db: Queries,
  dataset: DatasetRow,
  from: number,
  to: number,
): Promise<DatasetDiff> {
  const { before, after } = await rowsBetween(db, dataset, from, to)
  return {
    added: [...after.values()].filter(({ id }) => !before.has(id)).map(toExample),
    removed: [...before.values()].filter(({ id }) => !after.has(id)).map(toExample),
    changed: [...after.values()].flatMap((row) => {
      const old = before.get(row.id)
      return old ? [{ before: toExample(old), after: toExample(row) }] : []
    }),
  }
}
