import type { FeedbackSeries } from '@lathe/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { environmentCondition } from '../query/list/conditions.ts'
import { scoreNumber } from '../query/feedback-scores.ts'
import { HOUR } from './rollup-rows.ts'
import { createBuckets, findDimensions, type MetricsRange } from './metrics-range.ts'

/** Tolerance for clock differences between senders. */
const CLOCK_SKEW = 24 * HOUR

/** Returns feedback on the traces of a period: one series per key, most frequent first. */
export async function metricsFeedback(
  db: Db,
  workspaceId: string,
  range: MetricsRange,
  bucket: 'hour' | 'day',
): Promise<FeedbackSeries[]> {
  const dimensions = await findDimensions(db, workspaceId, range)
  if (!dimensions) return []
  const { first, width, starts } = createBuckets(range, bucket)
  let query = db.analytics
    .selectFrom('feedback')
    .innerJoin('traces', (join) =>
      join
        .onRef('traces.workspace_id', '=', 'feedback.workspace_id')
        .onRef('traces.id', '=', 'feedback.trace_id'),
    )
    .select((eb) => [
      'feedback.key',
      sql<number | string>`traces.started_at / ${sql.lit(width)}`.as('bucket'),
      eb.fn.countAll<number | string>().as('count'),
      eb.fn.count<number | string>('feedback.score').as('scored'),
      sql<number | null>`sum(${scoreNumber})`.as('sum'),
    ])
    .where('feedback.workspace_id', '=', workspaceId)
    .where(environmentCondition('traces', range.environment))
    // Feedback cannot precede its trace, so the index can skip older feedback.
    .where('feedback.created_at', '>=', first - CLOCK_SKEW)
    .where('traces.started_at', '>=', first)
    .where('traces.started_at', '<', range.to)
    .groupBy(['feedback.key', sql`traces.started_at / ${sql.lit(width)}`])
  if (dimensions.agentId) query = query.where('traces.agent_id', '=', dimensions.agentId)
  if (dimensions.projectId) query = query.where('traces.project_id', '=', dimensions.projectId)
  const rows = (await query.execute()).map((row) => ({
    key: row.key,
    at: Number(row.bucket) * width,
    count: Number(row.count),
    scored: Number(row.scored),
    sum: row.sum ?? 0,
  }))

  return [...Map.groupBy(rows, ({ key }) => key)]
    .map(([key, keyRows]) => {
      const rowsByStart = new Map(keyRows.map((row) => [row.at, row]))
      return {
        key,
        ...summarize(keyRows),
        points: starts.map((start) => ({
          at: start,
          ...summarize([rowsByStart.get(start)].filter((row) => row !== undefined)),
        })),
      }
    })
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
}

type FeedbackCounts = { count: number; scored: number; sum: number }

/** The average of scored feedback, or null. */
function summarize(rows: readonly FeedbackCounts[]) {
  const total = (name: keyof FeedbackCounts) => rows.reduce((sum, row) => sum + row[name], 0)
  const scored = total('scored')
  return { count: total('count'), average: scored === 0 ? null : total('sum') / scored }
}
