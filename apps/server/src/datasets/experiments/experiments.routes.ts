import type { Experiment } from '@lathe/contract'
import { api, type Context } from '../../api/context.ts'
import { deleteProject, restoreExperiment } from '../../traces/ingest/deleted-projects.store.ts'
import { editProject } from '../../traces/ingest/projects.store.ts'
import { FILE_TYPES, renderRows } from '../../platform/http/render-rows.ts'
import { whole } from './excerpt.ts'
import { findExperiment, listExperiments } from './experiments.store.ts'
import { readResults } from './results.ts'
import { resultRows } from './result-rows.ts'

/** A file is built in memory, so its size is limited. */
const MOST_IN_FILE = 20_000

async function getExperiment(
  { db, workspaceId }: Context,
  id: string,
  errors: { NO_SUCH_EXPERIMENT: () => Error },
): Promise<Experiment> {
  const found = await findExperiment(db, workspaceId, id)
  if (!found) throw errors.NO_SUCH_EXPERIMENT()
  return found
}

export const experimentRoutes = {
  list: api.experiments.list.handler(({ input, context }) =>
    listExperiments(context.db, context.workspaceId, input),
  ),

  results: api.experiments.results.handler(({ input, context, errors }) =>
    readResults(context, input.ids, errors),
  ),

  export: api.experiments.export.handler(async ({ input: { ids, format }, context, errors }) => {
    const results = await readResults(context, ids, errors, { telling: whole, most: MOST_IN_FILE })
    if (results.omitted > 0) throw errors.TOO_MANY_ANSWERS()
    const text = renderRows(resultRows(results), format)
    return new File([text], `${results.dataset.name}.${format}`, { type: FILE_TYPES[format] })
  }),

  edit: api.experiments.edit.handler(async ({ input: { id, ...change }, context, errors }) => {
    await getExperiment(context, id, errors)
    const edited = await editProject(context.db, context.workspaceId, id, change)
    if (edited === 'taken') throw errors.NAME_TAKEN()
    return await getExperiment(context, id, errors)
  }),

  delete: api.experiments.delete.handler(async ({ input: { id }, context, errors }) => {
    await getExperiment(context, id, errors)
    await deleteProject(context.db, context.workspaceId, id)
    return {}
  }),

  restore: api.experiments.restore.handler(async ({ input: { id }, context, errors }) => {
    const restored = await restoreExperiment(context.db, context.workspaceId, id)
    if (restored === 'taken') throw errors.NAME_TAKEN()
    return await getExperiment(context, id, errors)
  }),
}
