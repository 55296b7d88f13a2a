import type { Queries } from './db.ts'

/** Of the agent that has this id, else of the one that has this slug now. Ids find deleted agents where asked to. */
export async function findAgentId(
  db: Queries,
  workspaceId: string,
  slugOrId: string,
  { evenDeleted = false } = {},
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('agents')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where((eb) => {
      const isLiving = eb('deleted_at', 'is', null)
      const hasId = eb('id', '=', slugOrId)
      return eb.or([
        evenDeleted ? hasId : eb.and([hasId, isLiving]),
        eb.and([eb('slug', '=', slugOrId), isLiving]),
      ])
    })
    .execute()
  return (rows.find(({ id }) => id === slugOrId) ?? rows[0])?.id
}
