import type { SpanKind, SpanStatus } from '@lathe/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toNumber, toTime } from './match-filter.ts'
import type { Filter, Literal } from './parse-filter.ts'

type Condition = RawBuilder<SqlBool>
type Comparison = Extract<Filter, { field: string; value: Literal }>

/**
 * Necessary conditions for a run to pass the filter. They may accept more runs. `run` is the table
 * alias.
 */
export function sqlConditions(filter: Filter, run = 'spans'): Condition[] {
  if ('of' in filter) {
    if (filter.op === 'and') return filter.of.flatMap((part) => sqlConditions(part, run))
    if (filter.op === 'not') return []
    const alternatives = filter.of.map((part) => sqlConditions(part, run))
    return alternatives.length > 0 && alternatives.every((terms) => terms.length > 0)
      ? [sql`(${sql.join(alternatives.map(joinAnd), sql` or `)})`]
      : []
  }
  if (filter.op === 'search') return []
  const condition =
    filter.op === 'in'
      ? isOneOf(filter.field, filter.values, run)
      : (fieldCondition(filter, run) ?? numberCondition(filter, run))
  return condition ? [condition] : []
}

const joinAnd = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions, sql` and `)})`

/** Returns true if only roots can pass the filter, false if no root can. */
export function rootsIn(filter: Filter): boolean | undefined {
  if (filter.op === 'and') return filter.of.map(rootsIn).find((isRoot) => isRoot !== undefined)
  if (filter.op !== 'eq') return undefined
  if (filter.field === 'execution_order') return String(filter.value) === '1' ? true : undefined
  if (filter.field !== 'is_root' || !/^(true|false)$/.test(String(filter.value))) return undefined
  return String(filter.value) === 'true'
}

const KINDS: Record<string, SpanKind[]> = {
  chain: ['chain', 'agent'],
  llm: ['model'],
  tool: ['tool'],
  retriever: ['retriever'],
  embedding: ['embedding'],
  prompt: ['prompt'],
  parser: ['parser'],
}

const STATUSES: Record<string, SpanStatus[]> = {
  pending: ['running'],
  interrupted: ['interrupted'],
  success: ['success'],
  error: ['error', 'cancelled'],
}

export const matchingKinds = (runType: string): SpanKind[] =>
  Object.hasOwn(KINDS, runType) ? (KINDS[runType] ?? []) : []

const COLUMNS: Record<string, string> = {
  id: 'id',
  trace_id: 'trace_id',
  parent_run_id: 'parent_id',
  name: 'name',
}

function isOneOf(field: string, values: readonly Literal[], run: string): Condition | undefined {
  const texts = values.filter((value) => typeof value === 'string')
  if (texts.length < values.length) return undefined
  if (field === 'run_type') return isIn(`${run}.kind`, texts.flatMap(matchingKinds))
  if (field === 'status') return isIn(`${run}.status`, texts.flatMap(matchingStatuses))
  if (field === 'thread_id') return isIn('traces.thread_id', texts)
  const column = COLUMNS[field]
  return column === undefined ? undefined : isIn(`${run}.${column}`, texts)
}

const matchingStatuses = (status: string): SpanStatus[] =>
  Object.hasOwn(STATUSES, status) ? (STATUSES[status] ?? []) : []

const isIn = (column: string, values: readonly string[]): Condition =>
  values.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(values)})`

function fieldCondition({ op, field, value }: Comparison, run: string): Condition | undefined {
  if (field.startsWith('feedback_') && op !== 'neq') {
    const key = field === 'feedback_key' && op === 'eq' && sql` and feedback.key = ${String(value)}`
    return sql`exists (select 1 from feedback where feedback.workspace_id = ${ref(run, 'workspace_id')}
      and feedback.span_id = ${ref(run, 'id')}${key || sql``})`
  }
  if (op === 'has' && field === 'tags' && typeof value === 'string') {
    const text = JSON.stringify(value).replaceAll(/[\\%_]/g, String.raw`\$&`)
    return sql`${ref(run, 'tags')} like ${`%${text}%`} escape '\\'`
  }
  if (field === 'error' && value === null && (op === 'eq' || op === 'neq'))
    return sql`${ref(run, 'error')} is ${sql.raw(op === 'eq' ? '' : 'not ')}null`
  return op === 'eq' ? isOneOf(field, [value], run) : undefined
}

const SQL_OPERATORS: Partial<Record<Comparison['op'], string>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}
/** Microseconds. Covers the rounding error of a latency in fractional seconds. */
const ROUNDING_SLACK = 1

function numberCondition({ op, field, value }: Comparison, run: string): Condition | undefined {
  const operator = SQL_OPERATORS[op]
  if (operator === undefined) return undefined
  const compare = (measure: RawBuilder<unknown>, to: number): Condition =>
    sql`${measure} ${sql.raw(operator)} ${to}`
  if (field === 'start_time' || field === 'end_time') {
    const micros = typeof value === 'string' ? toTime(value) : undefined
    const column = field === 'start_time' ? 'started_at' : 'ended_at'
    return micros === undefined ? undefined : compare(ref(run, column), micros)
  }
  const limit = toNumber(value)
  if (limit === undefined) return undefined
  const isFloor = op === 'gt' || op === 'gte'
  if (field === 'latency') {
    const micros = Math.round(limit * 1e6) + (isFloor ? -ROUNDING_SLACK : ROUNDING_SLACK)
    return compare(toDouble(sql`${ref(run, 'ended_at')} - ${ref(run, 'started_at')}`), micros)
  }
  if (field !== 'total_tokens' || !isFloor || limit < 0) return undefined
  const spanTokens = toDouble(
    sql`coalesce(${ref(run, 'usage_input')}, 0) + coalesce(${ref(run, 'usage_output')}, 0)`,
  )
  // Clients expect a root to have the token total of its trace.
  const traceTokens = compare(toDouble(sql`traces.usage_input + traces.usage_output`), limit)
  return sql`(${compare(spanTokens, limit)} or (${ref(run, 'parent_id')} is null and ${traceTokens}))`
}

/** Postgres does not compare an integer column with a fractional parameter. */
const toDouble = (measure: RawBuilder<unknown>) => sql`cast(${measure} as double precision)`

const ref = (run: string, column: string) => sql.ref(`${run}.${column}`)
