import { ANY_ENVIRONMENT, LATHE_SOURCE, OFFLINE_ENVIRONMENTS } from '@lathe/contract'
import type { FilterTerm, Pattern } from '@lathe/traces'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { labelValue } from '../../store/labels.ts'
import { metadataLabel } from '../../store/metadata-labels.ts'
import type { LabelKey } from '../../../platform/db/tables/traces.ts'

export type Condition = RawBuilder<SqlBool>

/** A term whose names are resolved to ids, or one that needs no resolving. */
export type ResolvedTerm =
  | FilterTerm
  /** Contains no frequent search terms. */
  | { type: 'all'; of: ResolvedTerm[]; isNegated: boolean }
  | { type: 'any'; of: ResolvedTerm[]; isNegated: boolean }
  | {
      type: 'ids'
      column: 'agent_id' | 'project_id' | 'id'
      ids: string[]
      isNegated: boolean
    }
  /** Search terms that match too many traces to list: tests which of the given traces contain them. */
  | {
      type: 'frequent'
      filterIds: (traceIds: readonly string[]) => Promise<string[]>
      isNegated: boolean
    }
  /** Whether any trace matches. */
  | { type: 'present'; column: 'agent_id' | 'project_id' | 'thread_id'; isNegated: boolean }

type TextTerm = Extract<FilterTerm, { type: 'text' }>
export type IdsTerm = Extract<ResolvedTerm, { type: 'ids' }>
export type FrequentTerm = Extract<ResolvedTerm, { type: 'frequent' }>
type NumberTerm = Extract<FilterTerm, { type: 'number' }>
type TimeTerm = Extract<FilterTerm, { type: 'time' }>
type MetadataTerm = Extract<FilterTerm, { type: 'metadata' }>
type FeedbackTerm = Extract<FilterTerm, { type: 'feedback' }>

/** Builds the condition of a term. An unknown value fails a condition and so meets its negation. */
export function buildCondition(db: Db, term: ResolvedTerm): Condition {
  // Kept simple so that an index on the column applies.
  if (term.type === 'present')
    return sql`${sql.ref(`traces.${term.column}`)} is ${sql.raw(term.isNegated ? '' : 'not ')}null`
  const condition = plainCondition(db, term)
  return term.isNegated ? sql`case when ${condition} then 1 else 0 end = 0` : condition
}

function plainCondition(db: Db, term: Exclude<ResolvedTerm, { type: 'present' }>): Condition {
  if (term.type === 'ids') return idsCondition(db, term)
  if (term.type === 'number') return numberCondition(term)
  if (term.type === 'time') return timeCondition(term)
  if (term.type === 'all') return sql`(${and(term.of.map((member) => buildCondition(db, member)))})`
  if (term.type === 'any') return or(term.of.map((member) => buildCondition(db, member)))
  if (term.type === 'feedback') return feedbackCondition(db, term)
  if (term.type === 'search' || term.type === 'frequent')
    throw new Error('No column contains the search terms of a trace')
  if (isLabelTerm(term)) return labelCondition(db, term)
  return columnCondition(db, term)
}

export type LabelTerm = MetadataTerm | (TextTerm & { key: (typeof LABEL_KEYS)[number] })

const LABEL_KEYS = ['tag', 'model', 'tool', 'node', 'error', 'name'] as const

/** Whether an index in list order finds the traces of a term. */
export const isLabelTerm = (term: ResolvedTerm): term is LabelTerm =>
  term.type === 'metadata' ||
  (term.type === 'text' && LABEL_KEYS.some((label) => label === term.key))

export const toLabelKey = (term: LabelTerm): LabelKey =>
  term.type === 'metadata' ? metadataLabel(term.key) : term.key

function idsCondition(db: Db, { column, ids }: IdsTerm): Condition {
  const [firstId, ...otherIds] = ids
  const reference = sql.ref<string>(`traces.${column}`)
  // With a single id, the index also returns rows in list order.
  return firstId !== undefined && otherIds.length === 0
    ? sql`${reference} = ${firstId}`
    : sql`${db.portable.isOneOf(reference, ids)}`
}

function columnCondition(db: Db, { key, values }: TextTerm): Condition {
  if (key === 'source') return or(values.map(({ text }) => sourceCondition(text)))
  return matchesAny(db, sql.ref(key === 'thread' ? 'traces.thread_id' : `traces.${key}`), values)
}

const sourceCondition = (source: string): Condition =>
  source === LATHE_SOURCE ? sql`traces.source is null` : sql`traces.source = ${source}`

function labelCondition(db: Db, term: LabelTerm): Condition {
  const values = term.values.map((value) => ({ ...value, text: labelValue(value.text) }))
  return sql`exists (select 1 from trace_labels as label
    where label.workspace_id = traces.workspace_id and label.trace_id = traces.id
      and label.key = ${toLabelKey(term)} and ${matchesAny(db, sql.ref('label.value'), values)})`
}

export function matchesAny(
  db: Db,
  column: RawBuilder<unknown>,
  values: readonly Pattern[],
): Condition {
  const text = sql<string>`${column}`
  return or(
    values.map((value) =>
      value.isPattern
        ? sql`${db.portable.matchesPattern(text, value.text)}`
        : sql`${column} = ${value.text}`,
    ),
  )
}

const NUMBER_COLUMNS = {
  version: sql`traces.version`,
  latency: sql`(traces.ended_at - traces.started_at - traces.waited_micros)`,
  ttft: sql`(traces.first_token_at - traces.started_at - traces.waited_before_token_micros)`,
  tokens: sql`(traces.usage_input + traces.usage_output)`,
  input: sql`traces.usage_input`,
  output: sql`traces.usage_output`,
  cached: sql`traces.usage_cached_read`,
  reasoning: sql`traces.usage_reasoning`,
  audio: sql`traces.usage_audio`,
  cost: sql`traces.cost_nanos`,
  spans: sql`traces.span_count`,
}

function numberCondition({ key, bound: { comparison, value } }: NumberTerm): Condition {
  const condition = sql<SqlBool>`${NUMBER_COLUMNS[key]} ${sql.raw(comparison)} ${value}`
  // The known part of a cost is a lower bound, so it can prove `>` but not `<`.
  const isUpperBound = key === 'cost' && !comparison.startsWith('>')
  return isUpperBound ? sql`(${condition} and traces.unpriced = 0)` : condition
}

function timeCondition({ range: { from, to } }: TimeTerm): Condition {
  const lowerBound = from === undefined ? [] : [sql<SqlBool>`traces.started_at >= ${from}`]
  const upperBound = to === undefined ? [] : [sql<SqlBool>`traces.started_at < ${to}`]
  return and([...lowerBound, ...upperBound])
}

function feedbackCondition(db: Db, { key, bound, values }: FeedbackTerm): Condition {
  const score = sql`case feedback.score when 'true' then 1.0 when 'false' then 0.0
    else cast(feedback.score as double precision) end`
  const valuePatterns = values.map(({ text, isPattern }) => ({
    text: JSON.stringify(text),
    isPattern,
  }))
  const hasValue = matchesAny(db, sql.ref('feedback.value'), valuePatterns)
  const hasScore = bound && sql<SqlBool>`${score} ${sql.raw(bound.comparison)} ${bound.value}`
  const isAnyValue = values.some(({ text, isPattern }) => isPattern && text === '*')
  return sql`traces.id in (select feedback.trace_id from feedback
    where feedback.workspace_id = traces.workspace_id and feedback.key = ${key}
      and ${isAnyValue ? sql`true` : hasScore ? sql`(${hasScore} or ${hasValue})` : hasValue})`
}

export const and = (conditions: readonly Condition[]): Condition =>
  sql`${sql.join(conditions, sql` and `)}`

export const or = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions, sql` or `)})`

/** Names of environments, or `*`. Undefined means all online ones. */
type Environments = readonly string[] | undefined

/** Builds the condition on the `environment` of a table. */
export function environmentCondition(
  table: 'traces' | 'rollups',
  environments: Environments,
): Condition {
  const column = sql.ref(`${table}.environment`)
  if (environments?.includes(ANY_ENVIRONMENT)) return sql<SqlBool>`1 = 1`
  return environments
    ? sql<SqlBool>`${column} in (${sql.join(environments)})`
    : sql<SqlBool>`${column} not in (${sql.join(OFFLINE_ENVIRONMENTS.map((name) => sql.lit(name)))})`
}
