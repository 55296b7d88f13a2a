import { api } from '../api/context.ts'
import { deleteConfig, listConfigs, setConfig } from './feedback-configs.store.ts'

export const feedbackConfigRoutes = {
  list: api.feedbackConfigs.list.handler(({ context }) =>
    listConfigs(context.db, context.workspaceId),
  ),

  set: api.feedbackConfigs.set.handler(({ input, context }) =>
    setConfig(context.db, context.workspaceId, input),
  ),

  delete: api.feedbackConfigs.delete.handler(async ({ input, context, errors }) => {
    const isDeleted = await deleteConfig(context.db, context.workspaceId, input.key)
    if (!isDeleted) throw errors.NO_SUCH_CONFIG()
    return {}
  }),
}
