import type { Db } from '../../platform/db/db.ts'
import { environmentCondition } from '../query/list/conditions.ts'
import { findDimensions, type MetricsRange } from './metrics-range.ts'
import { selectTraces, toTrace } from '../query/read-traces.ts'

type NewestTraces = Pick<MetricsRange, 'agent' | 'project' | 'environment'> & {
  from?: number | undefined
  to?: number | undefined
  limit: number
}

/** Returns the newest traces, optionally of a period, oldest first as on a time axis. */
export async function metricsPerRun(db: Db, workspaceId: string, filter: NewestTraces) {
  const { from, to, limit } = filter
  const dimensions = await findDimensions(db, workspaceId, filter)
  if (!dimensions) return []
  let query = selectTraces(db.analytics, workspaceId).where(
    environmentCondition('traces', filter.environment),
  )
  if (dimensions.agentId) query = query.where('traces.agent_id', '=', dimensions.agentId)
  if (dimensions.projectId) query = query.where('traces.project_id', '=', dimensions.projectId)
  if (from !== undefined) query = query.where('traces.started_at', '>=', from)
  if (to !== undefined) query = query.where('traces.started_at', '<', to)
  const rows = await query
    .orderBy('traces.started_at', 'desc')
    .orderBy('traces.id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed().map((row) => {
    const trace = toTrace(row)
    const { id, title, agentSlug, status, environment, startedAt } = trace
    return {
      traceId: id,
      title,
      agentSlug,
      status,
      environment,
      startedAt,
      latencyMs: trace.activeMs,
      waitingMs: trace.waitingMs,
      firstTokenMs: trace.firstTokenMs,
      usage: trace.usage,
      cost: trace.cost,
    }
  })
}
