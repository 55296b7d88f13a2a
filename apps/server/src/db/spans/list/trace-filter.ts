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
  isLabelTerm,
  isOneOf,
  labelKeyOf,
  type LabelTerm,
  type ResolvedTerm,
} from './conditions.ts'
import { fewWith } from './few-with.ts'

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

/** Ready to be asked: conditions on `traces`, and the label whose index leads to them, if one does. */
export type Selection = {
  conditions: Condition[]
  driver: { key: string; value: string } | undefined
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
  const only = rest.length === 1 ? rest.find((term) => isDriver(term)) : undefined
  const few = only ? [] : await Promise.all(rest.map((term) => fewWith(db, workspaceId, term)))
  const named = few.filter((ids) => ids !== undefined)
  // What is few leads to the traces itself.
  const driver = named.length > 0 ? undefined : (only ?? rest.find((term) => isDriver(term)))
  const conditions = await conditionsOf(
    db,
    workspaceId,
    rest.filter((term, index) => term !== driver && few[index] === undefined),
  )
  conditions.push(...named.map((ids) => conditionOf(db, ids)))
  if (filter.from !== undefined) conditions.push(sql`traces.started_at >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`traces.started_at < ${filter.to}`)
  if (filter.q)
    conditions.push(sql<SqlBool>`${db.portable.contains(sql.ref('traces.title'), filter.q)}`)
  return {
    conditions,
    driver: driver && {
      key: labelKeyOf(driver),
      value: labelValue(driver.values[0]?.text ?? ''),
    },
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
  return [...resolved.map((term) => conditionOf(db, term)), isNoReplay]
}

/** They stand with the trace they play. */
const isNoReplay: Condition = sql`not exists (select 1 from replays where replays.id = traces.id)`

type TextTerm = Extract<FilterTerm, { type: 'text' }>

const isStatus = (term: FilterTerm): term is TextTerm =>
  term.type === 'text' && term.key === 'status' && !term.isNegated

/** One exact value: its rows are in the order of the list. */
const isDriver = (term: FilterTerm): term is LabelTerm =>
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
