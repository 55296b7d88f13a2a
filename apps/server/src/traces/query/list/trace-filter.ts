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

/** Which traces; all of it must hold. */
export type TraceFilter = {
  terms?: readonly FilterExpression[] | undefined
  status?: SpanStatus[] | undefined
  /** Slug or id. */
  agent?: string | undefined
  version?: number | undefined
  threadId?: string | undefined
  source?: TraceSource[] | undefined
  /** Name. */
  project?: string | undefined
  environment?: string[] | undefined
  /** Bounds of the start, microseconds; `to` itself is not included. */
  from?: number | undefined
  to?: number | undefined
  /** Text in the title. */
  q?: string | undefined
  /** Ids of those that are looked at; without them all are. */
  among?: string[] | undefined
}

/** Ready to be asked: conditions on `traces`, and what leads to them. */
export type Selection = {
  way: Way
  conditions: Condition[]
  /** Each reads its own stretch of an index; empty for any. */
  statuses: readonly string[]
  /** What no condition tells: each leaves those of some traces that pass. */
  postFilters: readonly PostFilter[]
  /** Nobody waits any more: the list is not read on. */
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

/** Members of an outer AND in parentheses can each lead to the traces, as terms without parentheses do. */
const flatten = (terms: readonly FilterExpression[]): FilterExpression[] =>
  terms.flatMap((term) => (term.type === 'all' && !term.isNegated ? flatten(term.of) : [term]))

/** For what has another way to the traces it asks about. */
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

/** One exact label alone has an index in the order of the list, however few have it. */
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

/** What names the fewest traces. */
const fewest = (terms: readonly ResolvedTerm[]) =>
  terms.filter((term) => isIdsTerm(term)).sort((a, b) => a.ids.length - b.ids.length)[0]

function wayBy(db: Db, workspaceId: string, lead: IdsTerm | LabelTerm | undefined): Way {
  if (!lead) return amongAll(workspaceId)
  if (lead.type === 'ids') return byIds(db.portable, workspaceId, lead.ids)
  return byLabel(workspaceId, labelKeyOf(lead), labelValue(lead.values[0]?.text ?? ''))
}

/** Holds for traces that count if no environment is named. Replays of earlier versions have no environment until they are recounted. */
const isOnline: Condition[] = [
  environmentCondition('traces', undefined),
  sql`not exists (select 1 from replays where replays.id = traces.id)`,
]

type TextTerm = Extract<FilterTerm, { type: 'text' }>

const isStatus = (term: FilterExpression): term is TextTerm =>
  term.type === 'text' && term.key === 'status' && !term.isNegated

/** One exact value: its rows are in the order of the list. */
const isExactLabel = (term: ResolvedTerm): term is LabelTerm =>
  isLabelTerm(term) &&
  !term.isNegated &&
  term.values.length === 1 &&
  term.values.every(({ isPattern }) => !isPattern)

/** What was asked for in parameters of its own, as the terms it stands for. */
function termsOf({ status, agent, version, threadId, source, project }: TraceFilter): FilterTerm[] {
  const place = { at: 0, end: 0, isNegated: false }
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
