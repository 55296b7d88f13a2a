import { toUuid } from '@lathe/traces'
import type { Db } from '../../platform/db/db.ts'
import { findAgentId } from '../../agents/find-agent-id.ts'
import { HOUR } from './rollup-rows.ts'

/** Microseconds, rounded to whole hours. `to` is exclusive. */
export type MetricsRange = {
  from: number
  to: number
  /** Slug or id of an agent. */
  agent?: string | undefined
  /** Name or id of a project. */
  project?: string | undefined
  environment?: string[] | undefined
}

const BUCKET_WIDTHS = { hour: HOUR, day: 24 * HOUR }

/** More than a chart can show. An earlier `from` is moved. */
const MAX_POINTS = 5_000

/** Returns the starts of the buckets. Days are UTC. */
export function createBuckets({ from, to }: MetricsRange, bucket: 'hour' | 'day') {
  const width = BUCKET_WIDTHS[bucket]
  const floor = (time: number) => Math.floor(time / width) * width
  const first = Math.max(floor(from), floor(to) - MAX_POINTS * width)
  const starts: number[] = []
  for (let start = first; start < to; start += width) starts.push(start)
  return { first, width, starts, floor }
}

/** Resolves the named dimensions. Undefined if one does not exist. */
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

/** A deleted project is identified by its id. */
async function findProjectId(db: Db, workspaceId: string, name: string) {
  const row = await db.analytics
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.id ?? toUuid(name)
}
