import { ANY_ENVIRONMENT, FacetKey, type Facets, LATHE_SOURCE } from '@lathe/contract'
import { type FilterExpression, type FilterTerm, listLeaves, METADATA } from '@lathe/traces'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { deletedProjectLabel } from '../../metrics/metric-groupings.ts'
import { type CountableTraces, queryRows, resolveCountable, selectIds } from './list-ids.ts'
import type { TraceFilter } from './trace-filter.ts'
import { isMetadata, isMetadataKey, metadataLabel } from '../../store/metadata-labels.ts'

/** More would take too long and hardly change the proportions. */
const MAX_COUNTED = 10_000
const MAX_VALUES = 50

/** Tags that LangChain adds to its own steps. */
export const FRAMEWORK_TAG = /^(seq:step|graph:step|map:key):|^langsmith:(hidden|nostream)$/

type FacetRow = { key: FacetKey; value: string; count: number; is_deleted: number }

type FacetContext = {
  db: Db
  workspaceId: string
  /** Cached, because several facets share a filter. */
  resolve: (filter: TraceFilter) => Promise<CountableTraces>
}

/**
 * Counts the values of facets over the newest matching traces. Each facet ignores the filter's own
 * terms on its key.
 */
export async function countFacets(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  signal?: AbortSignal,
): Promise<Facets> {
  // The environment is always filtered: some are excluded by default.
  const filteredKeys = new Set<FacetKey>([...filteredFacetKeys(filter), 'environment'])
  const otherKeys = FacetKey.options.filter((key) => !filteredKeys.has(key))
  const resolved = new Map<string, Promise<CountableTraces>>()
  const context: FacetContext = {
    db,
    workspaceId,
    resolve: (facetFilter) => {
      const key = JSON.stringify(facetFilter)
      const countable = resolved.get(key) ?? resolveCountable(db, workspaceId, facetFilter, signal)
      resolved.set(key, countable)
      return countable
    },
  }
  const [all, metadata, feedback, ...filteredCounts] = await Promise.all([
    countValues(context, filter, otherKeys),
    countMetadataFacets(context, filter),
    countFeedbackFacets(context, filter),
    ...[...filteredKeys].map((key) => countValues(context, withoutKey(filter, key), [key])),
  ])
  const rows = [...all.rows, ...filteredCounts.flatMap((result) => result.rows)]
  const facets = FacetKey.options.map((key) => ({
    key,
    values: rows
      .filter((row) => row.key === key && !(key === 'tag' && FRAMEWORK_TAG.test(row.value)))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, MAX_VALUES)
      .map(({ value, count: traceCount, is_deleted: isDeleted }) => ({
        value,
        ...(isDeleted === 1 && { label: deletedProjectLabel(value) }),
        count: traceCount,
      })),
  }))
  return { facets, metadata, feedback, counted: all.counted, isPartial: all.isPartial }
}

const filteredFacetKeys = ({
  terms = [],
  status,
  source,
  agent,
  project,
}: TraceFilter): FacetKey[] => [
  ...terms.flatMap((term) => {
    const [firstLeaf] = listLeaves([term])
    const { data } = FacetKey.safeParse(firstLeaf?.type === 'text' ? firstLeaf.key : undefined)
    return data && isAbout(term, isFacetTerm(data)) ? [data] : []
  }),
  ...(status?.length ? ['status' as const] : []),
  ...(source?.length ? ['source' as const] : []),
  ...(agent ? ['agent' as const] : []),
  ...(project ? ['project' as const] : []),
]

const withoutKey = ({ terms = [], ...filter }: TraceFilter, key: FacetKey): TraceFilter => ({
  ...filter,
  [key]: key === 'environment' ? [ANY_ENVIRONMENT] : undefined,
  terms: terms.filter((term) => !isAbout(term, isFacetTerm(key))),
})

const isFacetTerm = (key: FacetKey) => (term: FilterTerm) =>
  term.type === 'text' && term.key === key

/** Returns true if every condition within a term is about one key. `status:error OR tag:vip` mixes two, so no facet drops it. */
const isAbout = (term: FilterExpression, matches: (leaf: FilterTerm) => boolean): boolean =>
  listLeaves([term]).every((leaf) => matches(leaf))

/** Counts metadata values, ignoring the filter's own terms on that key. */
async function countMetadataFacets(
  { db, workspaceId, resolve }: FacetContext,
  filter: TraceFilter,
) {
  const { terms = [] } = filter
  const isKeyTerm = (key: string) => (term: FilterTerm) =>
    term.type === 'metadata' && term.key === key
  const filteredMetadataKeys = new Set(
    terms.flatMap((term) => {
      const [firstLeaf] = listLeaves([term])
      return firstLeaf?.type === 'metadata' && isAbout(term, isKeyTerm(firstLeaf.key))
        ? [firstLeaf.key]
        : []
    }),
  )
  const countFor = async (facetFilter: TraceFilter, onlyKey?: string) => {
    const { selection } = await resolve(facetFilter)
    const ids = selectIds(selection, { limit: MAX_COUNTED })
    return await countMetadata(db, workspaceId, ids, onlyKey)
  }
  const [all, ...filteredCounts] = await Promise.all([
    countFor(filter),
    ...[...filteredMetadataKeys].map((key) => {
      const otherTerms = terms.filter((term) => !isAbout(term, isKeyTerm(key)))
      return countFor({ ...filter, terms: otherTerms }, key)
    }),
  ])
  return [...filteredCounts.flat(), ...all.filter(({ key }) => !filteredMetadataKeys.has(key))]
}

/** Counts feedback keys, ignoring the filter's feedback terms. */
async function countFeedbackFacets(
  { db, workspaceId, resolve }: FacetContext,
  filter: TraceFilter,
) {
  const otherTerms = filter.terms?.filter(
    (term) => !isAbout(term, ({ type }) => type === 'feedback'),
  )
  const { selection } = await resolve({ ...filter, terms: otherTerms })
  return await countFeedback(db, workspaceId, selectIds(selection, { limit: MAX_COUNTED }))
}

async function countValues(
  { db, workspaceId, resolve }: FacetContext,
  filter: TraceFilter,
  keys: readonly FacetKey[],
) {
  if (keys.length === 0) return { rows: [], counted: 0, isPartial: false }
  const { selection, isPartial } = await resolve(filter)
  const ids = selectIds(selection, { limit: MAX_COUNTED })
  const [rows, [total]] = await Promise.all([
    queryRows(db.analytics, facetRows(workspaceId, ids, keys)),
    queryRows(
      db.analytics,
      sql<{ counted: number }>`select count(*) as counted from (${ids}) as matched`,
    ),
  ])
  const counted = total?.counted ?? 0
  return { rows, counted, isPartial: isPartial || counted >= MAX_COUNTED }
}

function facetRows(
  workspaceId: string,
  ids: ReturnType<typeof selectIds>,
  keys: readonly FacetKey[],
) {
  const labels = keys.filter((key) => !(key in FACET_COLUMNS))
  const matched = sql`(${ids}) as matched cross join traces`
  const isMatched = sql`traces.workspace_id = ${workspaceId} and traces.id = matched.id`
  const parts = keys.flatMap((key) => {
    if (!isColumn(key)) return []
    const { value, join, isDeleted } = FACET_COLUMNS[key]
    return [
      sql`select ${sql.lit(key)} as key, ${value} as value, count(*) as count, ${isDeleted} as is_deleted
        from ${matched} ${join} where ${isMatched} and ${value} is not null group by ${value}`,
    ]
  })
  if (labels.length > 0)
    parts.push(sql`select label.key, label.value, count(*) as count, 0 as is_deleted
      from (${ids}) as matched cross join trace_labels as label
      where label.workspace_id = ${workspaceId} and label.trace_id = matched.id
        and label.key in (${sql.join(labels)}) group by label.key, label.value`)
  return sql<FacetRow>`select * from (${sql.join(parts, sql` union all `)}) as facets`
}

const NOT_DELETED = sql`0`

const FACET_COLUMNS = {
  status: { value: sql`traces.status`, join: sql``, isDeleted: NOT_DELETED },
  source: {
    value: sql`coalesce(traces.source, ${sql.lit(LATHE_SOURCE)})`,
    join: sql``,
    isDeleted: NOT_DELETED,
  },
  environment: { value: sql`traces.environment`, join: sql``, isDeleted: NOT_DELETED },
  agent: {
    value: sql`coalesce(agents.slug, comparisons.name)`,
    join: sql`left join agents on agents.id = traces.agent_id
      left join comparisons on comparisons.id = traces.agent_id`,
    isDeleted: NOT_DELETED,
  },
  /** A deleted project is identified by its id. */
  project: {
    value: sql`coalesce(projects.name, traces.project_id)`,
    join: sql`left join projects on projects.workspace_id = traces.workspace_id and projects.id = traces.project_id`,
    isDeleted: sql`max(case when projects.id is null then 1 else 0 end)`,
  },
}

const isColumn = (key: FacetKey): key is keyof typeof FACET_COLUMNS => key in FACET_COLUMNS

const MAX_FEEDBACK_KEYS = 50

/** Counts the feedback keys of the traces. */
async function countFeedback(
  db: Db,
  workspaceId: string,
  ids: RawBuilder<unknown>,
): Promise<Facets['feedback']> {
  return await queryRows(
    db.analytics,
    sql<Facets['feedback'][number]>`
      select feedback.key as key, count(distinct feedback.trace_id) as count
      from (${ids}) as matched cross join feedback
      where feedback.workspace_id = ${workspaceId} and feedback.trace_id = matched.id
      group by feedback.key order by count desc, key limit ${sql.lit(MAX_FEEDBACK_KEYS)}`,
  )
}

const MAX_METADATA_KEYS = 24
const MAX_METADATA_VALUES = 20

type MetadataFacet = Facets['metadata'][number]

/** Counts metadata values of the traces, for all keys or for `only`. */
async function countMetadata(
  db: Db,
  workspaceId: string,
  ids: RawBuilder<unknown>,
  onlyKey?: string,
): Promise<MetadataFacet[]> {
  const rows = await queryRows(db.analytics, metadataCounts(workspaceId, ids, onlyKey))
  const facets = new Map<string, MetadataFacet>()
  for (const { key: label, value, count, key_count } of rows) {
    const key = label.slice(METADATA.length)
    const facet = facets.get(key) ?? { key, count: key_count, values: [] }
    facet.values.push({ value, count })
    facets.set(key, facet)
  }
  return [...facets.values()].slice(0, MAX_METADATA_KEYS)
}

type MetadataRow = { key: string; value: string; count: number; key_count: number }

export function metadataCounts(
  workspaceId: string,
  ids: RawBuilder<unknown>,
  onlyKey?: string,
): RawBuilder<MetadataRow> {
  const isMatching =
    onlyKey === undefined
      ? isMetadata('label.key')
      : isMetadataKey('label.key', metadataLabel(onlyKey))
  return sql<MetadataRow>`
    select key, value, count, key_count from (
      select key, value, count,
        cast(sum(count) over (partition by key) as bigint) as key_count,
        row_number() over (partition by key order by count desc, value) as value_rank
      from (
        select label.key as key, label.value as value, count(*) as count
        from (${ids}) as matched cross join trace_labels as label
        where label.workspace_id = ${workspaceId} and label.trace_id = matched.id and ${isMatching}
        group by label.key, label.value
      ) as counted
    ) as ranked where value_rank <= ${sql.lit(MAX_METADATA_VALUES)} order by key_count desc, key, value_rank
    limit ${sql.lit(MAX_METADATA_KEYS * MAX_METADATA_VALUES)}`
}
