import { api } from '../api/context.ts'
import { getConnection } from './connections.routes.ts'
import { toModelConnection } from './model-connection.ts'

export const providerRoutes = {
  testConnection: api.models.testConnection.handler(async ({ input, context, errors, signal }) => {
    const row = await getConnection(context, input.id, errors)
    return context.providers.test(toModelConnection(context, row), signal)
  }),

  list: api.models.list.handler(async ({ input, context, errors, signal }) => {
    const row = await getConnection(context, input.id, errors)
    const listed = await context.providers.list(toModelConnection(context, row), signal)
    if (!listed.ok) throw errors.PROVIDER({ data: { error: listed.error } })
    return listed.models
  }),

  deleteModel: api.models.deleteModel.handler(async ({ input, context, errors, signal }) => {
    const row = await getConnection(context, input.id, errors)
    const connection = toModelConnection(context, row)
    const deleted = await context.providers.deleteModel(connection, input.name, signal)
    if (!deleted.ok) throw errors.PROVIDER({ data: { error: deleted.error } })
    return {}
  }),
}
