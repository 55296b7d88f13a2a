import type { DatasetChange, Example } from '@lathe/contract'
import { type SqlBool, sql } from 'kysely'
import type { Queries } from '../platform/db/db.ts'
import type { DatasetRow } from './datasets.store.ts'
import { type ExampleRow, toExample } from './examples.store.ts'

type Versions = { from: number; to: number }
type Found = { id: string; was: number; is: number }

const isIn = (version: number) =>
  sql<number>`case when version_from <= ${version} and (version_to is null or version_to > ${version}) then 1 else 0 end`

/** Selects rows that exist in only one of two versions. */
const differing = (db: Queries, dataset: DatasetRow, { from, to }: Versions) =>
  db
    .selectFrom('dataset_examples')
    .where('workspace_id', '=', dataset.workspace_id)
    .where('dataset_id', '=', dataset.id)
    .where(isIn(from), '<>', isIn(to))

/** Returns whether each example exists in either version. Omits examples that are equal in both. */
const examplesOf = (db: Queries, dataset: DatasetRow, versions: Versions) =>
  writtenIn(db, dataset, versions).where(
    sql<SqlBool>`not (was = 1 and "is" = 1 and ${isLike(dataset, versions)})`,
  )

/** Like `examplesOf`, but includes examples that a client rewrote unchanged. */
const examplesSent = (db: Queries, dataset: DatasetRow, versions: Versions) =>
  writtenIn(db, dataset, versions).where(
    sql<SqlBool>`not (was = 1 and "is" = 1 and since > until and ${isLike(dataset, versions)})`,
  )

const writtenIn = (db: Queries, dataset: DatasetRow, versions: Versions) =>
  db.selectFrom(
    differing(db, dataset, versions)
      .select('id')
      .select(({ fn }) => [
        fn.min('position').as('position'),
        fn.max<number>(isIn(versions.from)).as('was'),
        fn.max<number>(isIn(versions.to)).as('is'),
        fn.max('version_from').as('since'),
        fn.min('version_to').as('until'),
      ])
      .groupBy('id')
      .as('examples'),
  )

/** Whether an example is equal in both versions, after a change back or an unchanged rewrite. */
const isLike = ({ id }: DatasetRow, { from, to }: Versions) => sql<SqlBool>`exists (
  select 1 from dataset_examples a join dataset_examples b
    on b.dataset_id = a.dataset_id and b.id = a.id and b.content = a.content and b.splits = a.splits
  where a.dataset_id = ${id} and a.id = examples.id
    and a.version_from <= ${from} and (a.version_to is null or a.version_to > ${from})
    and b.version_from <= ${to} and (b.version_to is null or b.version_to > ${to}))`

const typeOf = ({ was, is }: Found): DatasetChange['type'] =>
  was === 0 ? 'added' : is === 0 ? 'removed' : 'changed'

/** Lists the ids of all changed examples. */
export async function listDiffering(
  db: Queries,
  dataset: DatasetRow,
  versions: Versions,
): Promise<Record<DatasetChange['type'], string[]>> {
  const found = await examplesSent(db, dataset, versions)
    .select(['id', 'was', 'is'])
    .orderBy('position')
    .execute()
  const of = (type: DatasetChange['type']) =>
    found.filter((one) => typeOf(one) === type).map(({ id }) => id)
  return { added: of('added'), removed: of('removed'), changed: of('changed') }
}

/** Returns the number of changes and a page of them with both versions. */
export async function diffPage(
  db: Queries,
  dataset: DatasetRow,
  { offset, limit, ...versions }: Versions & { offset: number; limit: number },
): Promise<Record<DatasetChange['type'], number> & { items: DatasetChange[] }> {
  const [counts, found] = await Promise.all([
    countDiffering(db, dataset, versions),
    examplesOf(db, dataset, versions)
      .select(['id', 'was', 'is'])
      .orderBy(sql`case when was = 1 and "is" = 1 then 0 when was = 1 then 1 else 2 end`)
      .orderBy('position')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute(),
  ])
  if (found.length === 0) return { ...counts, items: [] }
  const rows = await rowsOf(db, dataset, { ...versions, ids: found.map(({ id }) => id) })
  return {
    ...counts,
    items: found.flatMap(({ id }) => changeOf(rows.before.get(id), rows.after.get(id))),
  }
}

async function countDiffering(db: Queries, dataset: DatasetRow, versions: Versions) {
  const groups = await examplesOf(db, dataset, versions)
    .select(['was', 'is'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['was', 'is'])
    .execute()
  const of = (type: DatasetChange['type']) =>
    groups.find((group) => typeOf({ id: '', ...group }) === type)?.count ?? 0
  return { added: of('added'), removed: of('removed'), changed: of('changed') }
}

async function rowsOf(
  db: Queries,
  dataset: DatasetRow,
  { ids, ...versions }: Versions & { ids?: readonly string[] },
) {
  const rows = await differing(db, dataset, versions)
    .selectAll()
    .select(isIn(versions.to).as('is'))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .orderBy('position')
    .execute()
  const of = (is: number): Map<string, ExampleRow> =>
    new Map(rows.filter((row) => row.is === is).map((row) => [row.id, row]))
  return { before: of(0), after: of(1) }
}

function changeOf(before: ExampleRow | undefined, after: ExampleRow | undefined): DatasetChange[] {
  if (before && after)
    return [{ type: 'changed', before: toExample(before), after: toExample(after) }]
  if (after) return [{ type: 'added', after: toExample(after) }]
  return before ? [{ type: 'removed', before: toExample(before) }] : []
}

/** Returns the puts and deletes that lead from one version to another. */
export async function stepsBetween(
  db: Queries,
  dataset: DatasetRow,
  versions: Versions,
): Promise<{ put: Example[]; remove: string[] }> {
  const { before, after } = await rowsOf(db, dataset, versions)
  return {
    put: [...after.values()].map(toExample),
    remove: [...before.keys()].filter((id) => !after.has(id)),
  }
}
