import type { ExperimentResults } from '@lathe/contract'
import type { Context } from '../../api/context.ts'
import { type Extent, listAnswers, SHOWN } from './answers.store.ts'
import { listExperiments } from './experiments.store.ts'
import { listScores, newestBySpan, votesOf } from './said.store.ts'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { inputsTold, type Telling } from './excerpt.ts'

/** Returns experiments of one dataset side by side, in the requested order. */
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
    omitted: leftOut,
    votes: votesOf(answers, scores),
    missing: ids.filter((id) => experiments.every((one) => one.id !== id)),
  }
}

const SOME = 500

/**
 * Returns the latest version of each answered example, including deleted ones, in dataset order.
 */
async function listAnswered(
  db: Queries,
  workspaceId: string,
  datasetId: string,
  ids: readonly string[],
  telling: Telling,
): Promise<ExperimentResults['examples']> {
  const found = new Map<string, { position: number; content: ExperimentResults['examples'][0] }>()
  for (let start = 0; start < ids.length; start += SOME) {
    const rows = await db
      .selectFrom('dataset_examples')
      .select(['id', 'position', 'content'])
      .where('workspace_id', '=', workspaceId)
      .where('dataset_id', '=', datasetId)
      .where('id', 'in', ids.slice(start, start + SOME))
      .orderBy('version_from')
      .execute()
    for (const { id, position, content: text } of rows) {
      const { inputs, reference } = fromJson(text)
      const content = { id, inputs: inputsTold(inputs, telling), reference: telling(reference) }
      found.set(id, { position, content })
    }
  }
  return [...found.values()]
    .toSorted((a, b) => a.position - b.position)
    .map(({ content }) => content)
}
