import type { Queries } from '../platform/db/db.ts'

/** Of the agent that has this id, else of the one that has this slug now. Ids find deleted agents where asked to. */
export async function findAgentId(
  db: Queries,
  workspaceId: string,
  slugOrId: string,
  { evenDeleted = false } = {},
): Promise<string | undefined> {
  const agents = db.selectFrom('agents').select('id').where('workspace_id', '=', workspaceId)
  const living = agents.where('deleted_at', 'is', null)
  const byId = (evenDeleted ? agents : living).where('id', '=', slugOrId)
  // Each by its index: with an `or` all agents of the workspace are looked at.
  const rows = await byId.unionAll(living.where('slug', '=', slugOrId)).execute()
  return (rows.find(({ id }) => id === slugOrId) ?? rows[0])?.id
}
