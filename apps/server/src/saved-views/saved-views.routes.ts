import { isUniqueViolation } from '../platform/db/unique-violation.ts'
import { readFilter } from '../traces/query/list/trace-filter.ts'
import { api } from '../api/context.ts'
import { deleteView, editView, insertView, listViews, restoreView } from './saved-views.store.ts'

export const savedViewRoutes = {
  list: api.savedViews.list.handler(({ context }) => listViews(context.db, context.workspaceId)),

  create: api.savedViews.create.handler(({ input, context, errors }) => {
    readFilter(input, errors)
    return named(() => insertView(context.db, context.workspaceId, input), errors)
  }),

  edit: api.savedViews.edit.handler(async ({ input: { id, ...changes }, context, errors }) => {
    readFilter(changes, errors)
    const view = await named(() => editView(context.db, context.workspaceId, id, changes), errors)
    if (!view) throw errors.NO_SUCH_VIEW()
    return view
  }),

  delete: api.savedViews.delete.handler(async ({ input, context, errors }) => {
    const isDeleted = await deleteView(context.db, context.workspaceId, input.id)
    if (!isDeleted) throw errors.NO_SUCH_VIEW()
    return {}
  }),

  restore: api.savedViews.restore.handler(async ({ input, context, errors }) => {
    const view = await named(() => restoreView(context.db, context.workspaceId, input.id), errors)
    if (!view) throw errors.NO_SUCH_VIEW()
    return view
  }),
}

async function named<T>(work: () => Promise<T>, errors: { NAME_TAKEN: () => Error }): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw errors.NAME_TAKEN()
    throw error
  }
}
