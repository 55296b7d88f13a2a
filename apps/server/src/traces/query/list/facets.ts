import { ANY_ENVIRONMENT, FacetKey, type Facets, LATHE_SOURCE } from '@lathe/contract'
import { type FilterExpression, type FilterTerm, listLeaves } from '@lathe/traces'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { nameOfDeleted } from '../../metrics/metric-groupings.ts'
import { countMetadata } from './metadata-facets.ts'
import { type Counted, resolveCounted } from './counted.ts'
import { run, selectIds } from './select-ids.ts'
import type { TraceFilter } from './trace-filter.ts'

/** More would take too long and hardly change the proportions. */
const COUNTED = 10_000
const VALUES = 50

/** Tags that LangChain adds to its own steps. */
export const FRAMEWORK_TAG = /^(seq:step|graph:step|map:key):|^langsmith:(hidden|nostream)$/

type Row = { key: FacetKey; value: string; count: number; is_gone: number }

type Place = {
  db: Db
  workspaceId: string
  /** Cached, because several facets share a filter. */
  resolve: (filter: TraceFilter) => Promise<Counted>
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
  const asked = new Set<FacetKey>([...keysOf(filter), 'environment'])
  const free = FacetKey.options.filter((key) => !asked.has(key))
  const resolved = new Map<string, Promise<Counted>>()
  const place: Place = {
    db,
    workspaceId,
    resolve: (passing) => {
      const key = JSON.stringify(passing)
      const counted = resolved.get(key) ?? resolveCounted(db, workspaceId, passing, signal)
      resolved.set(key, counted)
      return counted
    },
  }
  const [all, metadata, feedback, ...own] = await Promise.all([
    count(place, filter, free),
    metadataOf(place, filter),
    feedbackOf(place, filter),
    ...[...asked].map((key) => count(place, without(filter, key), [key])),
  ])
  const rows = [...all.rows, ...own.flatMap((one) => one.rows)]
  const facets = FacetKey.options.map((key) => ({
    key,
    values: rows
      .filter((row) => row.key === key && !(key === 'tag' && FRAMEWORK_TAG.test(row.value)))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, VALUES)
      .map(({ value, count: times, is_gone: isGone }) => ({
        value,
        ...(isGone === 1 && { label: nameOfDeleted(value) }),
        count: times,
      })),
  }))
  return { facets, metadata, feedback, counted: all.counted, isPartial: all.isPartial }
}

const keysOf = ({ terms = [], status, source, agent, project }: TraceFilter): FacetKey[] => [
  ...terms.flatMap((term) => {
    const [first] = listLeaves([term])
    const { data } = FacetKey.safeParse(first?.type === 'text' ? first.key : undefined)
    return data && isOnly(term, isOfFacet(data)) ? [data] : []
  }),
  ...(status?.length ? ['status' as const] : []),
  ...(source?.length ? ['source' as const] : []),
  ...(agent ? ['agent' as const] : []),
  ...(project ? ['project' as const] : []),
]

const without = ({ terms = [], ...filter }: TraceFilter, key: FacetKey): TraceFilter => ({
  ...filter,
  [key]: key === 'environment' ? [ANY_ENVIRONMENT] : undefined,
  terms: terms.filter((term) => !isOnly(term, isOfFacet(key))),
})

const isOfFacet = (key: FacetKey) => (term: FilterTerm) => term.type === 'text' && term.key === key

/** Returns true if every condition within a term is about one key. `status:error OR tag:vip` mixes two, so no facet drops it. */
const isOnly = (term: FilterExpression, matches: (leaf: FilterTerm) => boolean): boolean =>
  listLeaves([term]).every((leaf) => matches(leaf))

/** Counts metadata values, ignoring the filter's own terms on that key. */
async function metadataOf({ db, workspaceId, resolve }: Place, filter: TraceFilter) {
  const { terms = [] } = filter
  const isOfKey = (key: string) => (term: FilterTerm) =>
    term.type === 'metadata' && term.key === key
  const asked = new Set(
    terms.flatMap((term) => {
      const [first] = listLeaves([term])
      return first?.type === 'metadata' && isOnly(term, isOfKey(first.key)) ? [first.key] : []
    }),
  )
  const counted = async (passing: TraceFilter, only?: string) => {
    const { selection } = await resolve(passing)
    const ids = selectIds(selection, { limit: COUNTED })
    return await countMetadata(db, workspaceId, ids, only)
  }
  const [all, ...own] = await Promise.all([
    counted(filter),
    ...[...asked].map((key) => {
      const others = terms.filter((term) => !isOnly(term, isOfKey(key)))
      return counted({ ...filter, terms: others }, key)
    }),
  ])
  return [...own.flat(), ...all.filter(({ key }) => !asked.has(key))]
}

/** Counts feedback keys, ignoring the filter's feedback terms. */
async function feedbackOf({ db, workspaceId, resolve }: Place, filter: TraceFilter) {
  const others = filter.terms?.filter((term) => !isOnly(term, ({ type }) => type === 'feedback'))
  const { selection } = await resolve({ ...filter, terms: others })
  return await countFeedback(db, workspaceId, selectIds(selection, { limit: COUNTED }))
}

async function count(
  { db, workspaceId, resolve }: Place,
  filter: TraceFilter,
  keys: readonly FacetKey[],
) {
  if (keys.length === 0) return { rows: [], counted: 0, isPartial: false }
  const { selection, isPartial } = await resolve(filter)
  const ids = selectIds(selection, { limit: COUNTED })
  const [rows, [total]] = await Promise.all([
    run(db.analytics, facetRows(workspaceId, ids, keys)),
    run(
      db.analytics,
      sql<{ counted: number }>`select count(*) as counted from (${ids}) as matched`,
    ),
  ])
  const counted = total?.counted ?? 0
  return { rows, counted, isPartial: isPartial || counted >= COUNTED }
}

function facetRows(
  workspaceId: string,
  ids: ReturnType<typeof selectIds>,
  keys: readonly FacetKey[],
) {
  const labels = keys.filter((key) => !(key in COLUMNS))
  const matched = sql`(${ids}) as matched cross join traces`
  const isMatched = sql`traces.workspace_id = ${workspaceId} and traces.id = matched.id`
  const parts = keys.flatMap((key) => {
    if (!isColumn(key)) return []
    const { value, join, isGone } = COLUMNS[key]
    return [
      sql`select ${sql.lit(key)} as key, ${value} as value, count(*) as count, ${isGone} as is_gone
        from ${matched} ${join} where ${isMatched} and ${value} is not null group by ${value}`,
    ]
  })
  if (labels.length > 0)
    parts.push(sql`select label.key, label.value, count(*) as count, 0 as is_gone
      from (${ids}) as matched cross join trace_labels as label
      where label.workspace_id = ${workspaceId} and label.trace_id = matched.id
        and label.key in (${sql.join(labels)}) group by label.key, label.value`)
  return sql<Row>`select * from (${sql.join(parts, sql` union all `)}) as facets`
}

const NEVER = sql`0`

const COLUMNS = {
  status: { value: sql`traces.status`, join: sql``, isGone: NEVER },
  source: {
    value: sql`coalesce(traces.source, ${sql.lit(LATHE_SOURCE)})`,
    join: sql``,
    isGone: NEVER,
  },
  environment: { value: sql`traces.environment`, join: sql``, isGone: NEVER },
  agent: {
    value: sql`coalesce(agents.slug, comparisons.name)`,
    join: sql`left join agents on agents.id = traces.agent_id
      left join comparisons on comparisons.id = traces.agent_id`,
    isGone: NEVER,
  },
  /** A deleted project is identified by its id. */
  project: {
    value: sql`coalesce(projects.name, traces.project_id)`,
    join: sql`left join projects on projects.workspace_id = traces.workspace_id and projects.id = traces.project_id`,
    isGone: sql`max(case when projects.id is null then 1 else 0 end)`,
  },
}

const isColumn = (key: FacetKey): key is keyof typeof COLUMNS => key in COLUMNS

const KEYS = 50

/** Counts the feedback keys of the traces. */
async function countFeedback(
  db: Db,
  workspaceId: string,
  ids: RawBuilder<unknown>,
): Promise<Facets['feedback']> {
  return await run(
    db.analytics,
    sql<Facets['feedback'][number]>`
      select feedback.key as key, count(distinct feedback.trace_id) as count
      from (${ids}) as matched cross join feedback
      where feedback.workspace_id = ${workspaceId} and feedback.trace_id = matched.id
      group by feedback.key order by count desc, key limit ${sql.lit(KEYS)}`,
  )
}
