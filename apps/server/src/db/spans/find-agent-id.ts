import type { Queries } from '../db.ts'

/** Of the agent that has this id, else of the one that has this slug now. */
export async function findAgentId(
  db: Queries,
  workspaceId: string,
  slugOrId: string,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('agents')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where((eb) =>
      eb.or([
        eb('id', '=', slugOrId),
        eb.and([eb('slug', '=', slugOrId), eb('deleted_at', 'is', null)]),
      ]),
    )
    .execute()
  return (rows.find(({ id }) => id === slugOrId) ?? rows[0])?.id
}
