import type { SpanStatus, TraceSource } from '@lathe/contract'
import {
  type FilterExpression,
  type FilterProblem,
  type FilterTerm,
  isGroup,
  listLeaves,
  parseFilter,
} from '@lathe/traces'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import {
  buildCondition,
  type Condition,
  environmentCondition,
  type IdsTerm,
  isLabelTerm,
  type LabelTerm,
  matchesAny,
  type ResolvedTerm,
  toLabelKey,
} from './conditions.ts'
import { labelValue } from '../../store/labels.ts'
import {
  isIdsTerm,
  type PostFilter,
  resolveExpression,
  toPostFilter,
} from './resolve-expression.ts'
import { type AccessPath, allTraces, tracesByIds, tracesByLabel } from './access-paths.ts'

/** A filter on traces. All members must hold. */
export type TraceFilter = {
  terms?: readonly FilterExpression[] | undefined
  status?: SpanStatus[] | undefined
  /** Slug or id of an agent. */
  agent?: string | undefined
  version?: number | undefined
  threadId?: string | undefined
  source?: TraceSource[] | undefined
  /** Names of projects and environments. */
  project?: string | undefined
  environment?: string[] | undefined
  /** Bounds of the start in microseconds. `to` is exclusive. */
  from?: number | undefined
  to?: number | undefined
  /** Text in the title. */
  q?: string | undefined
  /** Restricts the search to these ids. */
  withinIds?: string[] | undefined
}

/** A compiled filter: conditions on `traces` and the access path to them. */
export type Selection = {
  accessPath: AccessPath
  conditions: Condition[]
  /** Each status reads its own range of an index. Empty for any. */
  statuses: readonly string[]
  /** Conditions that SQL cannot decide. */
  postFilters: readonly PostFilter[]
  /** Aborted when the client has disconnected. */
  signal?: AbortSignal | undefined
}

export async function resolveFilter(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  signal?: AbortSignal,
): Promise<Selection> {
  const allTerms = flatten([...(filter.terms ?? []), ...parameterTerms(filter)])
  const status = allTerms.find((term) => isStatus(term))
  const otherTerms = allTerms.filter((term) => term !== status)
  const resolved = await resolveAll(db, workspaceId, otherTerms)
  if (filter.withinIds)
    resolved.push({ type: 'ids', column: 'id', ids: filter.withinIds, isNegated: false })
  const { terms, postFilters } = splitPostFilters(resolved)
  const leadTerm = smallestIdsTerm(terms) ?? terms.find((term) => isExactLabel(term))
  const conditions = buildConditions(
    db,
    terms.filter((term) => term !== leadTerm),
  )
  if (filter.environment) conditions.push(environmentCondition('traces', filter.environment))
  else if (!filter.withinIds && !namesEnvironment(allTerms)) conditions.push(...ONLINE_ONLY)
  if (filter.from !== undefined) conditions.push(sql`traces.started_at >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`traces.started_at < ${filter.to}`)
  if (filter.q)
    conditions.push(sql<SqlBool>`${db.portable.matchesText(sql.ref('traces.title'), filter.q)}`)
  return {
    accessPath: chooseAccessPath(db, workspaceId, leadTerm),
    conditions,
    statuses: status?.values.map(({ text }) => text) ?? [],
    postFilters,
    signal,
  }
}

/** Terms of an outer AND in parentheses can use an index like terms without parentheses. */
const flatten = (terms: readonly FilterExpression[]): FilterExpression[] =>
  terms.flatMap((term) => (term.type === 'all' && !term.isNegated ? flatten(term.of) : [term]))

/** Compiles a filter for queries that have their own access path. */
export async function resolveConditions(
  db: Db,
  workspaceId: string,
  expressions: readonly FilterExpression[],
): Promise<Pick<Selection, 'conditions' | 'postFilters'>> {
  const resolved = await Promise.all(
    expressions.map((term) => resolveExpression(db, workspaceId, term)),
  )
  const { terms, postFilters } = splitPostFilters(resolved)
  const conditions = buildConditions(db, terms)
  if (!namesEnvironment(expressions)) conditions.push(...ONLINE_ONLY)
  return { conditions, postFilters }
}

const splitPostFilters = (resolved: readonly ResolvedTerm[]) => ({
  terms: resolved.filter((term) => term.type !== 'frequent'),
  postFilters: resolved
    .filter((term) => term.type === 'frequent')
    .map((term) => toPostFilter(term)),
})

const buildConditions = (db: Db, terms: readonly ResolvedTerm[]): Condition[] =>
  terms.map((term) => buildCondition(db, term))

const namesEnvironment = (terms: readonly FilterExpression[]): boolean =>
  listLeaves(terms).some((term) => term.type === 'text' && term.key === 'environment')

/** A single exact label has an index in list order, however rare it is. */
function resolveAll(db: Db, workspaceId: string, terms: readonly FilterExpression[]) {
  const isSingleTerm =
    terms.length === 1 && terms.every((term) => !isGroup(term) && isExactLabel(term))
  return Promise.all(
    terms.map(async (term) => {
      const rareTraces = isSingleTerm ? undefined : await findRareTraces(db, workspaceId, term)
      return rareTraces ?? (await resolveExpression(db, workspaceId, term))
    }),
  )
}

/** Looks up the traces that pass an outer term if they are few. An OR qualifies if each of its sides is such a term. */
async function findRareTraces(
  db: Db,
  workspaceId: string,
  term: FilterExpression,
): Promise<IdsTerm | undefined> {
  if (!isGroup(term)) return await findRareLabelTraces(db, workspaceId, term)
  if (term.type === 'all' || term.isNegated) return undefined
  const ids = new Set<string>()
  for (const member of term.of) {
    if (!canLead(member)) return undefined
    const memberIds =
      member.type === 'search'
        ? await resolveExpression(db, workspaceId, member)
        : await findRareTraces(db, workspaceId, member)
    if (!memberIds || !isIdsTerm(memberIds)) return undefined
    for (const id of memberIds.ids) ids.add(id)
  }
  return { type: 'ids', column: 'id', ids: [...ids], isNegated: false }
}

const canLead = (term: FilterExpression): boolean =>
  !term.isNegated &&
  (term.type === 'any' || term.type === 'search' || (!isGroup(term) && isLabelTerm(term)))

/** Returns the term with the fewest ids. */
const smallestIdsTerm = (terms: readonly ResolvedTerm[]) =>
  terms.filter((term) => isIdsTerm(term)).sort((a, b) => a.ids.length - b.ids.length)[0]

function chooseAccessPath(
  db: Db,
  workspaceId: string,
  leadTerm: IdsTerm | LabelTerm | undefined,
): AccessPath {
  if (!leadTerm) return allTraces(workspaceId)
  if (leadTerm.type === 'ids') return tracesByIds(db.portable, workspaceId, leadTerm.ids)
  return tracesByLabel(
    workspaceId,
    toLabelKey(leadTerm),
    labelValue(leadTerm.values[0]?.text ?? ''),
  )
}

/**
 * The default without an environment: online traces. Replays of earlier versions have no
 * environment until they are recounted.
 */
const ONLINE_ONLY: Condition[] = [
  environmentCondition('traces', undefined),
  sql`not exists (select 1 from replays where replays.id = traces.id)`,
]

type TextTerm = Extract<FilterTerm, { type: 'text' }>

const isStatus = (term: FilterExpression): term is TextTerm =>
  term.type === 'text' && term.key === 'status' && !term.isNegated

/** One exact value: the index returns its rows in list order. */
const isExactLabel = (term: ResolvedTerm): term is LabelTerm =>
  isLabelTerm(term) &&
  !term.isNegated &&
  term.values.length === 1 &&
  term.values.every(({ isPattern }) => !isPattern)

/** Converts filter parameters to the equivalent terms. */
function parameterTerms({
  status,
  agent,
  version,
  threadId,
  source,
  project,
}: TraceFilter): FilterTerm[] {
  const base = { start: 0, end: 0, isNegated: false }
  const text = (key: TextTerm['key'], values: readonly string[] | undefined): FilterTerm[] =>
    values === undefined || values.length === 0
      ? []
      : [
          {
            ...base,
            type: 'text',
            key,
            values: values.map((value) => ({ text: value, isPattern: false })),
          },
        ]
  const toArray = (value: string | undefined) => (value ? [value] : undefined)
  return [
    ...text('status', status),
    ...text('agent', toArray(agent)),
    ...text('thread', toArray(threadId)),
    ...text('source', source),
    ...text('project', toArray(project)),
    ...(version === undefined
      ? []
      : [
          {
            ...base,
            type: 'number',
            key: 'version',
            bound: { comparison: '=', value: version },
          } as const,
        ]),
  ]
}

/** Up to this many, looking up by label beats scanning the newest traces. */
const MAX_RARE_TRACES = 1_000

/**
 * Returns the traces with a requested label if they are few. Undefined if they are many or no index
 * finds them.
 */
async function findRareLabelTraces(
  db: Db,
  workspaceId: string,
  term: FilterTerm,
): Promise<IdsTerm | undefined> {
  if (!isLabelTerm(term) || term.isNegated) return undefined
  const values = term.values.map((value) => ({ ...value, text: labelValue(value.text) }))
  let labels = db
    .selectFrom('trace_labels')
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', toLabelKey(term))
  const isExact = values.every(({ isPattern }) => !isPattern)
  if (isExact) {
    const texts = values.map(({ text }) => text)
    labels = labels.where('value', 'in', texts)
  }
  // Counts in the database: transferring many ids takes longer than finding them.
  const limited = db.selectFrom(
    labels
      .select('trace_id')
      .limit(MAX_RARE_TRACES + 1)
      .as('some'),
  )
  const { count } = await limited
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) > MAX_RARE_TRACES) return undefined
  const labelled = labels.select('trace_id')
  const rows = await (
    isExact ? labelled : labelled.where(matchesAny(db, sql.ref('value'), values))
  ).execute()
  const ids = [...new Set(rows.map((row) => row.trace_id))]
  return { type: 'ids', column: 'id', ids, isNegated: false }
}

type Errors = { INVALID_FILTER: (options: { data: { problems: FilterProblem[] } }) => Error }

/** Parses the filter of an input. Throws INVALID_FILTER with the position of each syntax error. */
export function readFilter<T extends { filter?: string | undefined }>(
  { filter = '', ...rest }: T,
  errors: Errors,
): Omit<T, 'filter'> & { terms: FilterExpression[] } {
  const { terms, problems } = parseFilter(filter)
  if (problems.length > 0) throw errors.INVALID_FILTER({ data: { problems } })
  return { ...rest, terms }
}
