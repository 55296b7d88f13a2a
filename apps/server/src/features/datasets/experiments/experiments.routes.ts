import { api } from '../../../http/api.ts'
import { listAnswers } from './answers.store.ts'
import { listExperiments } from './experiments.store.ts'
import { listAnswered } from './answered.store.ts'
import { listScores, scoresOf, votesOf } from './said.store.ts'

export const experimentRoutes = {
  list: api.experiments.list.handler(({ input, context }) =>
    listExperiments(context.db, context.workspaceId, input),
  ),

  results: api.experiments.results.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const ids = [...new Set(input.ids)]
    const known = await listExperiments(db, workspaceId, { ids })
    const experiments = ids.map((id) => {
      const found = known.find((one) => one.id === id)
      if (!found) throw errors.NO_SUCH_EXPERIMENT()
      return found
    })
    const [first] = experiments
    if (!first) throw errors.NO_SUCH_EXPERIMENT()
    const { dataset } = first
    if (experiments.some((one) => one.dataset.id !== dataset.id)) throw errors.OTHER_DATASET()
    const { answers, leftOut } = await listAnswers(db, workspaceId, ids)
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
    }
  }),
}
