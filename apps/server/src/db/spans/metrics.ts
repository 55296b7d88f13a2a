import type { MetricsPoint } from '@lathe/contract'
import type { Db } from '../db.ts'
import { findAgentId } from '../find-agent-id.ts'
import type { RollupKind } from '../tables/traces.ts'
import { addUp, ofRuns, type Reading, type RollupRow, tallyOf, toPoint } from './metric-points.ts'
import { rollupDimensions } from './rollup-dimensions.ts'
import { HOUR } from './rollup-rows.ts'
import { spendingNames } from './spending.ts'

/** Microseconds; whole hours are counted, `to` itself is not included. */
export type MetricsRange = {
  from: number
  to: number
  /** Slug or id. */
  agent?: string | undefined
  /** Name. */
  project?: string | undefined
}

const widths = { hour: HOUR, day: 24 * HOUR }

/** More than anybody can see; an earlier `from` is moved. */
const MAX_POINTS = 5_000

/** Where the buckets of a range start. Days are those of UTC. */
export function bucketsOf({ from, to }: MetricsRange, bucket: 'hour' | 'day') {
  const width = widths[bucket]
  const floor = (at: number) => Math.floor(at / width) * width
  const first = Math.max(floor(from), floor(to) - MAX_POINTS * width)
  const starts: number[] = []
  for (let at = first; at < to; at += width) starts.push(at)
  return { first, width, starts, floor }
}

/** Oldest first, one point a bucket, with empty ones for the gaps. */
export async function metricsSeries(
  db: Db,
  workspaceId: string,
  range: MetricsRange,
  bucket: 'hour' | 'day',
): Promise<{ points: MetricsPoint[]; total: MetricsPoint }> {
  const { first, starts, floor } = bucketsOf(range, bucket)
  const whole = { ...range, from: first }
  const rows = await listRollups(db, workspaceId, whole, ['run', 'model', 'tool'], ofRuns)
  const buckets = Map.groupBy(rows, (row) => floor(row.hour))
  const tallies = starts.map((at) => ({ at, tally: tallyOf(buckets.get(at) ?? [], ofRuns) }))
  return {
    points: tallies.map(({ at, tally }) => toPoint(at, tally)),
    total: toPoint(first, addUp(tallies.map(({ tally }) => tally))),
  }
}

export async function listRollups(
  db: Db,
  workspaceId: string,
  range: MetricsRange,
  kinds: RollupKind[],
  reading: Reading,
): Promise<RollupRow[]> {
  const dimensions = await findDimensions(db, workspaceId, range)
  if (!dimensions) return []
  let query = db.analytics
    .selectFrom('rollups')
    .select([...rollupDimensions, 'count', ...spendingNames])
    .select((eb) => {
      const only = (kind: RollupKind, column: 'latency' | 'first_token') =>
        eb.case().when('kind', '=', kind).then(eb.ref(column)).end().as(column)
      return [only(reading.runs, 'latency'), only(reading.firstToken, 'first_token')]
    })
    .where('workspace_id', '=', workspaceId)
    .where('kind', 'in', kinds)
    .where('hour', '>=', Math.floor(range.from / HOUR) * HOUR)
    .where('hour', '<', range.to)
    // Of what was counted elsewhere in the end nothing is left here.
    .where((eb) =>
      eb.or([eb('count', '<>', 0), eb('cost_nanos', '<>', 0), eb('usage_input', '<>', 0)]),
    )
  if (dimensions.agentId) query = query.where('agent_id', '=', dimensions.agentId)
  if (dimensions.projectId) query = query.where('project_id', '=', dimensions.projectId)
  return await query.execute()
}

/** What is asked for by name; undefined where there is no such thing. */
export async function findDimensions(
  db: Db,
  workspaceId: string,
  { agent, project }: Pick<MetricsRange, 'agent' | 'project'>,
): Promise<{ agentId?: string; projectId?: string } | undefined> {
  const agentId =
    agent && (await findAgentId(db.analytics, workspaceId, agent, { evenDeleted: true }))
  const projectId = project && (await findProjectId(db, workspaceId, project))
  if ((agent && !agentId) || (project && !projectId)) return undefined
  return { ...(agentId && { agentId }), ...(projectId && { projectId }) }
}

async function findProjectId(db: Db, workspaceId: string, name: string) {
  const row = await db.analytics
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.id
}
