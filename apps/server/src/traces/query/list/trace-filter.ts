import type { SpanStatus, TraceSource } from '@lathe/contract'
import { type FilterExpression, type FilterTerm, isGroup, listLeaves } from '@lathe/traces'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { environmentCondition } from '../environment-condition.ts'
import { labelValue } from '../../store/labels.ts'
import {
  type Condition,
  conditionOf,
  type IdsTerm,
  isLabelTerm,
  labelKeyOf,
  type LabelTerm,
  type ResolvedTerm,
} from './conditions.ts'
import { fewWith } from './few-with.ts'
import {
  isIdsTerm,
  resolveExpression,
  type PostFilter,
  toPostFilter,
} from './resolve-expression.ts'
import { amongAll, byIds, byLabel, type Way } from './ways.ts'

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
  among?: string[] | undefined
}

/** A compiled filter: conditions on `traces` and the access path to them. */
export type Selection = {
  way: Way
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
  const given = flatten([...(filter.terms ?? []), ...termsOf(filter)])
  const status = given.find((term) => isStatus(term))
  const rest = given.filter((term) => term !== status)
  const resolved = await resolveAll(db, workspaceId, rest)
  if (filter.among)
    resolved.push({ type: 'ids', column: 'id', ids: filter.among, isNegated: false })
  const { terms, postFilters } = partsOf(resolved)
  const lead = fewest(terms) ?? terms.find((term) => isExactLabel(term))
  const conditions = conditionsFor(
    db,
    terms.filter((term) => term !== lead),
  )
  if (filter.environment) conditions.push(environmentCondition('traces', filter.environment))
  else if (!filter.among && !namesEnvironment(given)) conditions.push(...isOnline)
  if (filter.from !== undefined) conditions.push(sql`traces.started_at >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`traces.started_at < ${filter.to}`)
  if (filter.q)
    conditions.push(sql<SqlBool>`${db.portable.matchesText(sql.ref('traces.title'), filter.q)}`)
  return {
    way: wayBy(db, workspaceId, lead),
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
  asked: readonly FilterExpression[],
): Promise<Pick<Selection, 'conditions' | 'postFilters'>> {
  const resolved = await Promise.all(asked.map((term) => resolveExpression(db, workspaceId, term)))
  const { terms, postFilters } = partsOf(resolved)
  const conditions = conditionsFor(db, terms)
  if (!namesEnvironment(asked)) conditions.push(...isOnline)
  return { conditions, postFilters }
}

const partsOf = (resolved: readonly ResolvedTerm[]) => ({
  terms: resolved.filter((term) => term.type !== 'frequent'),
  postFilters: resolved
    .filter((term) => term.type === 'frequent')
    .map((term) => toPostFilter(term)),
})

const conditionsFor = (db: Db, terms: readonly ResolvedTerm[]): Condition[] =>
  terms.map((term) => conditionOf(db, term))

const namesEnvironment = (terms: readonly FilterExpression[]): boolean =>
  listLeaves(terms).some((term) => term.type === 'text' && term.key === 'environment')

/** A single exact label has an index in list order, however rare it is. */
function resolveAll(db: Db, workspaceId: string, terms: readonly FilterExpression[]) {
  const isAlone = terms.length === 1 && terms.every((term) => !isGroup(term) && isExactLabel(term))
  return Promise.all(
    terms.map(async (term) => {
      const few = isAlone ? undefined : await findFew(db, workspaceId, term)
      return few ?? (await resolveExpression(db, workspaceId, term))
    }),
  )
}

/** Looks up the traces that pass an outer term if they are few. An OR qualifies if each of its sides is such a term. */
async function findFew(
  db: Db,
  workspaceId: string,
  term: FilterExpression,
): Promise<IdsTerm | undefined> {
  if (!isGroup(term)) return await fewWith(db, workspaceId, term)
  if (term.type === 'all' || term.isNegated) return undefined
  const ids = new Set<string>()
  for (const one of term.of) {
    if (!canLead(one)) return undefined
    const side =
      one.type === 'search'
        ? await resolveExpression(db, workspaceId, one)
        : await findFew(db, workspaceId, one)
    if (!side || !isIdsTerm(side)) return undefined
    for (const id of side.ids) ids.add(id)
  }
  return { type: 'ids', column: 'id', ids: [...ids], isNegated: false }
}

const canLead = (term: FilterExpression): boolean =>
  !term.isNegated &&
  (term.type === 'any' || term.type === 'search' || (!isGroup(term) && isLabelTerm(term)))

/** Returns the term with the fewest ids. */
const fewest = (terms: readonly ResolvedTerm[]) =>
  terms.filter((term) => isIdsTerm(term)).sort((a, b) => a.ids.length - b.ids.length)[0]

function wayBy(db: Db, workspaceId: string, lead: IdsTerm | LabelTerm | undefined): Way {
  if (!lead) return amongAll(workspaceId)
  if (lead.type === 'ids') return byIds(db.portable, workspaceId, lead.ids)
  return byLabel(workspaceId, labelKeyOf(lead), labelValue(lead.values[0]?.text ?? ''))
}

/**
 * The default without an environment: online traces. Replays of earlier versions have no
 * environment until they are recounted.
 */
const isOnline: Condition[] = [
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
function termsOf({ status, agent, version, threadId, source, project }: TraceFilter): FilterTerm[] {
  const place = { start: 0, end: 0, isNegated: false }
  const text = (key: TextTerm['key'], values: readonly string[] | undefined): FilterTerm[] =>
    values === undefined || values.length === 0
      ? []
      : [
          {
            ...place,
            type: 'text',
            key,
            values: values.map((value) => ({ text: value, isPattern: false })),
          },
        ]
  const one = (value: string | undefined) => (value ? [value] : undefined)
  return [
    ...text('status', status),
    ...text('agent', one(agent)),
    ...text('thread', one(threadId)),
    ...text('source', source),
    ...text('project', one(project)),
    ...(version === undefined
      ? []
      : [
          {
            ...place,
            type: 'number',
            key: 'version',
            bound: { comparison: '=', value: version },
          } as const,
        ]),
  ]
}
