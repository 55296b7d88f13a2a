import { api } from '../../api/context.ts'
import { listTurns } from './turns.store.ts'

/** The runs of a thread with their branches. */
export const turnRoutes = {
  turns: api.threads.turns.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const thread = await db
      .selectFrom('threads')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', input.id)
      .executeTakeFirst()
    if (!thread) throw errors.NO_SUCH_THREAD()
    return listTurns(db, workspaceId, input.id)
  }),
}
