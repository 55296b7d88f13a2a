import type { Queries } from '../../platform/db/db.ts'
import { toPayload } from '../../platform/db/payloads/payloads.ts'
import { findWithPayload } from '../../platform/db/payloads/read-payloads.ts'
import { FORWARDED } from './to-run.ts'

/** The trace as it is by now; undefined if it is gone, was not chosen, or was sent on to here. */
export async function chosenTrace(
  db: Queries,
  workspaceId: string,
  id: string,
  agents: readonly string[] | null,
) {
  const trace = await db
    .selectFrom('traces')
    .select(['id', 'root_id', 'thread_id', 'agent_id', 'source'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!trace) return undefined
  // Other programs' traces have no agent: they were chosen as a whole when they came in.
  if (agents && trace.source === null && !agents.includes(trace.agent_id ?? '')) return undefined
  if (trace.source === null) return trace
  const root = await findWithPayload(db, workspaceId, id, trace.root_id ?? '')
  return toPayload(root?.payload).metadata[FORWARDED] === true ? undefined : trace
}
