import type { SpanStatus, TraceSource } from '@lathe/contract'
import type { FilterTerm } from '@lathe/traces'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db.ts'
import { labelValue } from '../labels.ts'
import {
  type Condition,
  conditionOf,
  type FrequentTerm,
  type IdsTerm,
  isLabelTerm,
  labelKeyOf,
  type LabelTerm,
  type ResolvedTerm,
} from './conditions.ts'
import { fewWith } from './few-with.ts'
import { resolveTerm } from './resolve-term.ts'
import { amongAll, byIds, byLabel, type Way } from './ways.ts'

/** Which traces; all of it must hold. */
export type TraceFilter = {
  terms?: readonly FilterTerm[] | undefined
  status?: SpanStatus[] | undefined
  /** Slug or id. */
  agent?: string | undefined
  version?: number | undefined
  threadId?: string | undefined
  source?: TraceSource[] | undefined
  /** Name. */
  project?: string | undefined
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
  sieves: readonly Sieve[]
  /** Nobody waits any more: the list is not read on. */
  signal?: AbortSignal | undefined
}

export type Sieve = (traceIds: readonly string[]) => Promise<readonly string[]>

export async function resolveFilter(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  signal?: AbortSignal,
): Promise<Selection> {
  const given = [...(filter.terms ?? []), ...termsOf(filter)]
  const status = given.find((term) => isStatus(term))
  const rest = given.filter((term) => term !== status)
  const resolved = await resolveAll(db, workspaceId, rest)
  if (filter.among)
    resolved.push({ type: 'ids', column: 'id', ids: filter.among, isNegated: false })
  const { terms, sieves } = partsOf(resolved)
  const lead = fewest(terms) ?? terms.find((term) => isExactLabel(term))
  const conditions = conditionsFor(
    db,
    terms.filter((term) => term !== lead),
  )
  if (filter.from !== undefined) conditions.push(sql`traces.started_at >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`traces.started_at < ${filter.to}`)
  if (filter.q)
    conditions.push(sql<SqlBool>`${db.portable.contains(sql.ref('traces.title'), filter.q)}`)
  return {
    way: wayBy(db, workspaceId, lead),
    conditions,
    statuses: status?.values.map(({ text }) => text) ?? [],
    sieves,
    signal,
  }
}

function sieveOf({ among, isNegated }: FrequentTerm): Sieve {
  if (!isNegated) return among
  return async (traceIds) => {
    const without = new Set(await among(traceIds))
    return traceIds.filter((id) => !without.has(id))
  }
}

/** For what has another way to the traces it asks about. */
export async function resolveConditions(
  db: Db,
  workspaceId: string,
  asked: readonly FilterTerm[],
): Promise<Pick<Selection, 'conditions' | 'sieves'>> {
  const resolved = await Promise.all(asked.map((term) => resolveTerm(db, workspaceId, term)))
  const { terms, sieves } = partsOf(resolved)
  return { conditions: conditionsFor(db, terms), sieves }
}

const partsOf = (resolved: readonly ResolvedTerm[]) => ({
  terms: resolved.filter((term) => term.type !== 'frequent'),
  sieves: resolved.filter((term) => term.type === 'frequent').map((term) => sieveOf(term)),
})

const conditionsFor = (db: Db, terms: readonly ResolvedTerm[]): Condition[] => [
  ...terms.map((term) => conditionOf(db, term)),
  isNoReplay,
]

/** One exact label alone has an index in the order of the list, however few have it. */
function resolveAll(db: Db, workspaceId: string, terms: readonly FilterTerm[]) {
  const isAlone = terms.length === 1 && terms.every((term) => isExactLabel(term))
  return Promise.all(
    terms.map(async (term) => {
      const few = isAlone ? undefined : await fewWith(db, workspaceId, term)
      return few ?? (await resolveTerm(db, workspaceId, term))
    }),
  )
}

/** What names the fewest traces. */
const fewest = (terms: readonly ResolvedTerm[]) =>
  terms.filter((term) => isNamed(term)).sort((a, b) => a.ids.length - b.ids.length)[0]

const isNamed = (term: ResolvedTerm): term is IdsTerm =>
  term.type === 'ids' && term.column === 'id' && !term.isNegated

function wayBy(db: Db, workspaceId: string, lead: IdsTerm | LabelTerm | undefined): Way {
  if (!lead) return amongAll(workspaceId)
  if (lead.type === 'ids') return byIds(db.portable, workspaceId, lead.ids)
  return byLabel(workspaceId, labelKeyOf(lead), labelValue(lead.values[0]?.text ?? ''))
}

/** They stand with the trace they play. */
const isNoReplay: Condition = sql`not exists (select 1 from replays where replays.id = traces.id)`

type TextTerm = Extract<FilterTerm, { type: 'text' }>

const isStatus = (term: FilterTerm): term is TextTerm =>
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
