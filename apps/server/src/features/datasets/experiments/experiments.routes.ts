import type { Experiment } from '@lathe/contract'
import { api, type Context } from '../../../http/api.ts'
import { deleteProject, restoreExperiment } from '../../../ingest/deleted-projects.store.ts'
import { editProject } from '../../../ingest/projects.store.ts'
import { listAnswers } from './answers.store.ts'
import { findExperiment, listExperiments } from './experiments.store.ts'
import { listAnswered } from './answered.store.ts'
import { listScores, scoresOf, votesOf } from './said.store.ts'

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

  results: api.experiments.results.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const ids = [...new Set(input.ids)]
    const known = await listExperiments(db, workspaceId, { ids })
    const experiments = ids.flatMap((id) => known.find((one) => one.id === id) ?? [])
    const [first] = experiments
    if (!first) throw errors.NO_SUCH_EXPERIMENT()
    const { dataset } = first
    if (experiments.some((one) => one.dataset.id !== dataset.id)) throw errors.OTHER_DATASET()
    const { answers, leftOut } = await listAnswers(
      db,
      workspaceId,
      experiments.map(({ id }) => id),
    )
    const [scores, examples] = await Promise.all([
      listScores(db, workspaceId, answers),
      listAnswered(db, workspaceId, dataset.id, [...new Set(answers.map((one) => one.example))]),
    ])
    const own = scoresOf(scores)
    return {
      dataset,
      experiments,
      examples,
      answers: answers.map(({ spanId, ...answer }) => ({
        ...answer,
        scores: own.get(spanId) ?? {},
      })),
      leftOut,
      votes: votesOf(answers, scores),
      gone: ids.filter((id) => experiments.every((one) => one.id !== id)),
    }
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
