import type { MetricsPoint } from '@lathe/contract'
import type { Db } from '../db.ts'
import type { RollupKind } from '../tables/traces.ts'
import { findAgentId } from '../find-agent-id.ts'
import { ofRuns, type RollupRow, toPoint } from './metric-points.ts'
import { selectTraces, toTrace } from './read-traces.ts'
import { HOUR } from './rollup-rows.ts'

/** Microseconds; whole hours are counted, `to` itself is not included. */
export type MetricsRange = { from: number; to: number; agent?: string | undefined }

const widths = { hour: HOUR, day: 24 * HOUR }

/** More than anybody can see; an earlier `from` is moved. */
const MAX_POINTS = 5_000

/** Oldest first, one point a bucket, with empty ones for the gaps. Days are those of UTC. */
export async function metricsSeries(
  db: Db,
  workspaceId: string,
  { from, to, agent }: MetricsRange,
  bucket: 'hour' | 'day',
): Promise<{ points: MetricsPoint[]; total: MetricsPoint }> {
  const width = widths[bucket]
  const floor = (at: number) => Math.floor(at / width) * width
  const first = Math.max(floor(from), floor(to) - MAX_POINTS * width)
  const rows = await listRollups(db, workspaceId, { from: first, to, agent }, [
    'run',
    'model',
    'tool',
  ])

  const buckets = Map.groupBy(rows, (row) => floor(row.hour))
  const points: MetricsPoint[] = []
  for (let at = first; at < to; at += width) points.push(toPoint(at, buckets.get(at) ?? [], ofRuns))
  return { points, total: toPoint(first, rows, ofRuns) }
}

export async function listRollups(
  db: Db,
  workspaceId: string,
  { from, to, agent }: MetricsRange,
  kinds: RollupKind[],
): Promise<RollupRow[]> {
  let query = db.analytics
    .selectFrom('rollups')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('kind', 'in', kinds)
    .where('hour', '>=', Math.floor(from / HOUR) * HOUR)
    .where('hour', '<', to)
  if (agent) {
    const agentId = await findAgentId(db.analytics, workspaceId, agent, { evenDeleted: true })
    if (!agentId) return []
    query = query.where('agent_id', '=', agentId)
  }
  return await query.execute()
}

/** The newest traces, oldest first, so that they read like a time axis. */
export async function metricsPerRun(
  db: Db,
  workspaceId: string,
  { agent, limit }: { agent?: string | undefined; limit: number },
) {
  let query = selectTraces(db.analytics, workspaceId)
  if (agent) {
    const agentId = await findAgentId(db.analytics, workspaceId, agent, { evenDeleted: true })
    if (!agentId) return []
    query = query.where('traces.agent_id', '=', agentId)
  }
  const rows = await query
    .orderBy('traces.started_at', 'desc')
    .orderBy('traces.id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed().map((row) => {
    const { id, title, agentSlug, status, startedAt, endedAt, firstTokenAt, usage, cost } =
      toTrace(row)
    return {
      traceId: id,
      title,
      agentSlug,
      status,
      startedAt,
      latencyMs: endedAt === null ? null : (endedAt - startedAt) / 1_000,
      firstTokenMs: firstTokenAt === null ? null : (firstTokenAt - startedAt) / 1_000,
      usage,
      cost,
    }
  })
}
