import type { SpanStatus, TraceSource } from '@lathe/contract'
import type { FilterTerm, Pattern } from '@lathe/traces'
import { type SqlBool, sql } from 'kysely'
import { validate } from 'uuid'
import type { Db } from '../../db.ts'
import { findAgentId } from '../../find-agent-id.ts'
import { labelValue } from '../labels.ts'
import {
  type Condition,
  conditionOf,
  type IdsTerm,
  isLabelTerm,
  isOneOf,
  labelKeyOf,
  type LabelTerm,
  type ResolvedTerm,
} from './conditions.ts'
import { fewWith } from './few-with.ts'
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
}

/** Ready to be asked: conditions on `traces`, and what leads to them. */
export type Selection = {
  way: Way
  conditions: Condition[]
  /** Each reads its own stretch of an index; empty for any. */
  statuses: readonly string[]
}

export async function resolveFilter(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
): Promise<Selection> {
  const given = [...(filter.terms ?? []), ...termsOf(filter)]
  const status = given.find((term) => isStatus(term))
  const rest = given.filter((term) => term !== status)
  const terms = await resolveAll(db, workspaceId, rest)
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
  }
}

/** For what has another way to the traces it asks about. */
export async function conditionsOf(
  db: Db,
  workspaceId: string,
  terms: readonly FilterTerm[],
): Promise<Condition[]> {
  const resolved = await Promise.all(terms.map((term) => resolve(db, workspaceId, term)))
  return conditionsFor(db, resolved)
}

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
      return few ?? (await resolve(db, workspaceId, term))
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

const PLACES: Partial<Record<TextTerm['key'], 'agent_id' | 'project_id' | 'thread_id'>> = {
  agent: 'agent_id',
  project: 'project_id',
  thread: 'thread_id',
}

const isAnything = ({ text, isPattern }: Pattern) => isPattern && /^\*+$/.test(text)

async function resolve(db: Db, workspaceId: string, term: FilterTerm): Promise<ResolvedTerm> {
  const { isNegated } = term
  if (term.type === 'search') {
    const query = { text: term.text.replace(/\*$/, ''), isPrefix: !term.isPhrase }
    const { traceIds } = await db.texts.find(workspaceId, [query])
    return { type: 'ids', column: 'id', ids: traceIds, isNegated }
  }
  if (term.type !== 'text') return term
  const column = PLACES[term.key]
  if (column && term.values.some(isAnything)) return { type: 'known', column, isNegated }
  if (term.key === 'agent') {
    const ids = await agentIds(db, workspaceId, term.values)
    return { type: 'ids', column: 'agent_id', ids, isNegated }
  }
  if (term.key === 'project') {
    const ids = await projectIds(db, workspaceId, term.values)
    return { type: 'ids', column: 'project_id', ids, isNegated }
  }
  return term
}

/** Bare prompts and judges run in the name of their comparison. */
async function agentIds(db: Db, workspaceId: string, values: readonly Pattern[]) {
  const exact = values
    .filter(({ isPattern }) => !isPattern)
    .map(({ text }) => findAgentId(db, workspaceId, text, { evenDeleted: true }))
  const patterns = values.filter(({ isPattern }) => isPattern)
  const rows =
    patterns.length === 0
      ? []
      : await db
          .selectFrom('agents')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where(isOneOf(db, sql.ref('agents.slug'), patterns))
          .execute()
  const comparisons = await db
    .selectFrom('comparisons')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(
      sql<SqlBool>`(${isOneOf(db, sql.ref('name'), values)} or ${isOneOf(db, sql.ref('id'), values)})`,
    )
    .execute()
  const found = (await Promise.all(exact)).filter((id) => id !== undefined)
  return [...found, ...[...rows, ...comparisons].map(({ id }) => id)]
}

async function projectIds(db: Db, workspaceId: string, values: readonly Pattern[]) {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(isOneOf(db, sql.ref('projects.name'), values))
    .execute()
  // One that was deleted has no name any more.
  const named = values.filter(({ text, isPattern }) => !isPattern && validate(text))
  return [...rows.map(({ id }) => id), ...named.map(({ text }) => text)]
}

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
