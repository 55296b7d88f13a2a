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

const widths = { hour: HOUR, day: 24 * HOUR }

/** More than a chart can show. An earlier `from` is moved. */
const MAX_POINTS = 5_000

/** Returns the starts of the buckets. Days are UTC. */
export function bucketsOf({ from, to }: MetricsRange, bucket: 'hour' | 'day') {
  const width = widths[bucket]
  const floor = (at: number) => Math.floor(at / width) * width
  const first = Math.max(floor(from), floor(to) - MAX_POINTS * width)
  const starts: number[] = []
  for (let at = first; at < to; at += width) starts.push(at)
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
