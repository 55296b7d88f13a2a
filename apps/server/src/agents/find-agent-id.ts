import type { Queries } from '../platform/db/db.ts'

/**
 * Returns the id of the agent with this id or, failing that, this current slug. Ids can include
 * deleted agents.
 */
export async function findAgentId(
  db: Queries,
  workspaceId: string,
  slugOrId: string,
  { evenDeleted = false } = {},
): Promise<string | undefined> {
  const agents = db.selectFrom('agents').select('id').where('workspace_id', '=', workspaceId)
  const living = agents.where('deleted_at', 'is', null)
  const byId = (evenDeleted ? agents : living).where('id', '=', slugOrId)
  // A union of two index lookups: a condition with `or` would scan the workspace.
  const rows = await byId.unionAll(living.where('slug', '=', slugOrId)).execute()
  return (rows.find(({ id }) => id === slugOrId) ?? rows[0])?.id
}
