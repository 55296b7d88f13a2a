import type { Queries } from '../db.ts'

/** A subquery with the ids of the agent that has this id, or of the one that has this slug now. */
export const idsOfAgent = (db: Queries, workspaceId: string, slugOrId: string) =>
  db
    .selectFrom('agents')
    .select('agents.id')
    .where('workspace_id', '=', workspaceId)
    .where((eb) =>
      eb.or([
        eb('agents.id', '=', slugOrId),
        eb.and([eb('slug', '=', slugOrId), eb('deleted_at', 'is', null)]),
      ]),
    )
