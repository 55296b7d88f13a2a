import { type AlertRule, BATCH } from '@lathe/contract'
import { parseFilter } from '@lathe/traces'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { scoreNumber } from '../query/feedback-scores.ts'
import { and, type Condition } from '../query/list/conditions.ts'
import { applyPostFilters, queryRows } from '../query/list/list-ids.ts'
import { resolveConditions } from '../query/list/trace-filter.ts'
import { addStats, emptyStats, type IntervalStats, isLatency } from './rule-evaluation.ts'

export type MeasuredRule = Pick<AlertRule, 'filter' | 'measure' | 'feedbackKey'>

type IntervalRange = { from: number; to: number; width: number }

type Row = Record<'piece' | 'bucket' | 'count' | 'errors' | 'cost' | 'unpriced', number | string> &
  Record<'tokens' | 'first', number | string> & { score: number | string | null }

/** Returns the statistics of each interval by its number. Feedback counts by its own time. */
export async function readIntervalStats(
  db: Db,
  workspaceId: string,
  rule: MeasuredRule,
  { from, to, width }: IntervalRange,
): Promise<Map<number, IntervalStats>> {
  const countedTraces = selectCountedTraces(workspaceId, rule, from, to)
  const conditions = await resolveRuleConditions(db, workspaceId, rule.filter, countedTraces)
  const isLatencyRule = isLatency(rule.measure)
  const bucket = isLatencyRule ? latencyBucket : sql`0`
  if (isLatencyRule) conditions.push(isTimed)
  const rows = await queryRows(
    db.analytics,
    sql<Row>`with counted as materialized (${countedTraces})
      select (traces.counted_at - ${sql.lit(from)}) / ${sql.lit(width)} as piece,
        ${bucket} as bucket,
        count(*) as count,
        sum(case when traces.status = 'error' then 1 else 0 end) as errors,
        sum(cast(traces.cost_nanos as double precision)) as cost,
        sum(traces.unpriced) as unpriced,
        sum(cast(traces.usage_input + traces.usage_output as double precision)) as tokens,
        sum(traces.score) as score,
        min(traces.started_at) as first
      from counted as traces where ${and(conditions)} group by 1, 2`,
  )
  const intervals = new Map<number, IntervalStats>()
  for (const row of rows) {
    const interval = Number(row.piece)
    const stats = intervals.get(interval) ?? emptyStats()
    const count = Number(row.count)
    addStats(stats, {
      count,
      errors: Number(row.errors),
      cost: Number(row.cost),
      unpriced: Number(row.unpriced),
      tokens: Number(row.tokens),
      score: Number(row.score ?? 0),
      first: Number(row.first),
      latency: { [Number(row.bucket)]: count },
    })
    intervals.set(interval, stats)
  }
  return intervals
}

/** Frequent search terms are looked up among the counted traces only. */
async function resolveRuleConditions(
  db: Db,
  workspaceId: string,
  filter: string,
  countedTraces: RawBuilder<unknown>,
): Promise<Condition[]> {
  const { terms } = parseFilter(filter)
  const { conditions, postFilters } = await resolveConditions(db, workspaceId, terms)
  if (postFilters.length === 0) return conditions
  const rows = await queryRows(
    db.analytics,
    sql<{ id: string }>`with counted as materialized (${countedTraces})
      select distinct traces.id from counted as traces where ${and(conditions)}`,
  )
  const passingIds = await applyPostFilters(
    postFilters,
    rows.map(({ id }) => id),
  )
  return [sql<SqlBool>`${db.portable.isOneOf(sql.ref<string>('traces.id'), passingIds)}`]
}

/** All columns a filter may use. */
const FILTER_COLUMNS = sql.raw(
  [
    'workspace_id',
    'id',
    'agent_id',
    'version',
    'thread_id',
    'source',
    'project_id',
    'environment',
    'waited_micros',
    'waited_before_token_micros',
    'status',
    'started_at',
    'ended_at',
    'first_token_at',
    'span_count',
    'cost_nanos',
    'unpriced',
    'usage_input',
    'usage_output',
    'usage_cached_read',
    'usage_reasoning',
    'usage_audio',
    'tags',
  ]
    .map((name) => `traces.${name}`)
    .join(', '),
)

/** Uses the index on end times: any other would scan the whole past. */
function selectCountedTraces(
  workspaceId: string,
  { measure, feedbackKey }: MeasuredRule,
  from: number,
  to: number,
): RawBuilder<unknown> {
  if (measure !== 'feedback')
    return sql`select ${FILTER_COLUMNS}, traces.ended_at as counted_at, 0 as score from traces
      where traces.workspace_id = ${workspaceId}
        and traces.ended_at >= ${from} and traces.ended_at < ${to}`
  return sql`select ${FILTER_COLUMNS}, feedback.created_at as counted_at, ${scoreNumber} as score
    from feedback join traces on traces.workspace_id = feedback.workspace_id
      and traces.id = feedback.trace_id
    where feedback.workspace_id = ${workspaceId} and feedback.key = ${feedbackKey ?? ''}
      and feedback.score is not null
      and feedback.created_at >= ${from} and feedback.created_at < ${to}`
}

/** The same rounding as `bucketOf`. */
const activeMicros = sql`(traces.ended_at - traces.started_at - traces.waited_micros)`
const latencyBucket = sql`case when ${activeMicros} <= 1 then 0
  else cast(floor(ln(cast(${activeMicros} as double precision))
    / ${sql.lit(Math.log(1.05))}) as integer) end`

/** Batch answers arrive before their run starts, so their latency is meaningless. */
const isTimed: Condition = sql`traces.tags not like ${sql.lit(`%${JSON.stringify(BATCH)}%`)}`
