import type { Example } from '@lathe/contract'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db, Queries } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { DatasetExamplesTable } from '../platform/db/tables/datasets.ts'

export type ExampleRow = Selectable<DatasetExamplesTable>

type Place = { workspaceId: string; datasetId: string; version: number }

export type ExampleFilter = {
  ids?: readonly string[] | undefined
  splits?: readonly string[] | undefined
  /** Includes examples without a split. */
  orNone?: boolean | undefined
  /** Text in inputs, reference or metadata. */
  q?: string | undefined
}

type Builder = ExpressionBuilder<Schema, 'dataset_examples'>

/** Matches the quoted name in the stored JSON array. */
const hasSplit = (eb: Builder, split: string) =>
  sql<boolean>`replace(${eb.ref('splits')}, ${JSON.stringify(split)}, '') <> ${eb.ref('splits')}`

/** Selects the rows of one version. */
export function selectExamples(
  db: Queries,
  { workspaceId, datasetId, version }: Place,
  { splits, ids, orNone = false }: Omit<ExampleFilter, 'q'> = {},
) {
  return db
    .selectFrom('dataset_examples')
    .where('workspace_id', '=', workspaceId)
    .where('dataset_id', '=', datasetId)
    .where('version_from', '<=', version)
    .where((eb) => eb.or([eb('version_to', 'is', null), eb('version_to', '>', version)]))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$if(splits !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          ...(splits ?? []).map((split) => hasSplit(eb, split)),
          ...(orNone ? [eb('splits', '=', '[]')] : []),
        ]),
      ),
    )
}

const matching = (db: Db, place: Place, filter: ExampleFilter) =>
  selectExamples(db, place, filter).$if(Boolean(filter.q), (query) =>
    query.where((eb) => db.portable.matchesText(eb.ref('content'), filter.q ?? '')),
  )

/** Sort key of an example. */
export type ExamplePlace = readonly [position: number, id: string]

type Page = { after?: ExamplePlace | undefined; offset?: number | undefined; limit: number }

/** Lists examples in order. */
export const listExamples = (
  db: Db,
  place: Place,
  filter: ExampleFilter,
  { after, offset = 0, limit }: Page,
): Promise<ExampleRow[]> =>
  matching(db, place, filter)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('position', 'id'), '>', eb.tuple(...(after ?? [0, ''])))),
    )
    .orderBy('position')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()

export async function countExamples(db: Db, place: Place, filter: ExampleFilter): Promise<number> {
  if (!filter.ids && !filter.splits && !filter.q) return await countAll(db, place)
  const { count } = await matching(db, place, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Sums up the counts that each version stores. */
async function countAll(db: Queries, { workspaceId, datasetId, version }: Place): Promise<number> {
  const made = await db
    .selectFrom('dataset_versions')
    .select(({ fn }) => [
      fn.sum<number>('added').as('added'),
      fn.sum<number>('removed').as('removed'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('dataset_id', '=', datasetId)
    .where('version', '<=', version)
    .executeTakeFirst()
  return (made?.added ?? 0) - (made?.removed ?? 0)
}

export async function countSplits(db: Queries, place: Place): Promise<Map<string, number>> {
  const rows = await selectExamples(db, place)
    .select('splits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('splits')
    .execute()
  const counts = new Map<string, number>()
  for (const { splits, count } of rows)
    for (const split of fromJson(splits)) counts.set(split, (counts.get(split) ?? 0) + count)
  return new Map([...counts].sort(([a], [b]) => a.localeCompare(b)))
}

/** Finds the current version of an example in any dataset. */
export const findExample = (
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<ExampleRow | undefined> =>
  db
    .selectFrom('dataset_examples as e')
    .innerJoin('datasets as d', 'd.id', 'e.dataset_id')
    .selectAll('e')
    .where('e.workspace_id', '=', workspaceId)
    .where('e.id', '=', id)
    .where('d.deleted_at', 'is', null)
    .whereRef('e.version_from', '<=', 'd.version')
    .where((eb) =>
      eb.or([eb('e.version_to', 'is', null), eb('e.version_to', '>', eb.ref('d.version'))]),
    )
    .orderBy('e.created_at', 'desc')
    .executeTakeFirst()

export const toExample = (row: ExampleRow): Example => ({
  id: row.id,
  datasetId: row.dataset_id,
  files: [],
  ...fromJson(row.content),
  splits: fromJson(row.splits),
  traceId: row.trace_id,
  spanId: row.span_id,
  version: row.version_from,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
})
