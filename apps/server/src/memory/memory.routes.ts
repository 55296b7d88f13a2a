import { deleteItem, listNamespaces, putItem, searchItems } from './items.ts'
import { api } from '../api/context.ts'

const MOST_NAMESPACES = 1_000

export const memoryRoutes = {
  namespaces: api.memory.namespaces.handler(({ context: { db, workspaceId } }) =>
    listNamespaces(db, workspaceId, {
      prefix: [],
      suffix: [],
      maxDepth: 32,
      limit: MOST_NAMESPACES,
      offset: 0,
    }),
  ),

  items: api.memory.items.handler(async ({ input, context: { db, workspaceId } }) => {
    const { prefix, q, offset, limit } = input
    const search = { prefix, query: q, filter: {}, offset, limit: limit + 1 }
    const items = await searchItems(db, workspaceId, search)
    return { items: items.slice(0, limit), hasMore: items.length > limit }
  }),

  put: api.memory.put.handler(async ({ input, context: { db, workspaceId } }) => {
    await putItem(db, workspaceId, { ...input, ttl: null })
    return {}
  }),

  delete: api.memory.delete.handler(async ({ input, context: { db, workspaceId } }) => {
    await deleteItem(db, workspaceId, input.namespace, input.key)
    return {}
  }),
}
