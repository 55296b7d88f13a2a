import type { ExperimentResults } from '@lathe/contract'
import type { Context } from '../../api/context.ts'
import { listAnswered } from './answered.store.ts'
import { type Extent, listAnswers, SHOWN } from './answers.store.ts'
import { listExperiments } from './experiments.store.ts'
import { listScores, newestBySpan, votesOf } from './said.store.ts'

/** Experiments on one dataset side by side, in the order asked for. */
export async function readResults(
  { db, workspaceId }: Context,
  asked: readonly string[],
  errors: { NO_SUCH_EXPERIMENT: () => Error; OTHER_DATASET: () => Error },
  extent: Extent = SHOWN,
): Promise<ExperimentResults> {
  const ids = [...new Set(asked)]
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
    extent,
  )
  const answered = [...new Set(answers.map((one) => one.example))]
  const [scores, examples] = await Promise.all([
    listScores(db, workspaceId, answers),
    listAnswered(db, workspaceId, dataset.id, answered, extent.telling),
  ])
  const own = newestBySpan(scores)
  return {
    dataset,
    experiments,
    examples,
    answers: answers.map(({ spanId, ...answer }) => ({
      ...answer,
      ...(own.get(spanId) ?? { scores: {}, categories: {} }),
    })),
    leftOut,
    votes: votesOf(answers, scores),
    gone: ids.filter((id) => experiments.every((one) => one.id !== id)),
  }
}
