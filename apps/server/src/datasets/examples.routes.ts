import { api } from '../api/context.ts'
import { invalidInput } from '../platform/http/errors.ts'
import { readFilter } from '../traces/query/list/trace-filter.ts'
import { commitExamples } from './commit.ts'
import { getDataset } from './datasets.routes.ts'
import { countExamples, listExamples, toExample } from './examples.store.ts'
import { findStrange } from './example-files.store.ts'
import { listExperiments } from './experiments/experiments.store.ts'
import { findDuplicates } from './find-duplicates.ts'
import { liftTraces } from './from-traces.ts'
import { doubleSieve } from './leave-out.ts'
import { hasVersion } from './versions.store.ts'

export const exampleRoutes = {
  examples: api.datasets.examples.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const dataset = await getDataset(context, input.dataset, errors)
    const { version = dataset.version, id, split, q, offset, limit } = input
    if (version !== 0 && !hasVersion(dataset, version)) throw errors.NO_SUCH_VERSION()
    const place = { workspaceId, datasetId: dataset.id, version }
    const filter = {
      q,
      ...(id !== undefined && { ids: [id] }),
      ...(split !== undefined && { splits: [split] }),
    }
    const [rows, total] = await Promise.all([
      listExamples(db, place, filter, { offset, limit }),
      countExamples(db, place, filter),
    ])
    return { items: rows.map(toExample), total, version }
  }),

  change: api.datasets.change.handler(async ({ input, context, errors }) => {
    const { dataset, ...change } = input
    const { id } = await getDataset(context, dataset, errors)
    const files = change.put.flatMap((one) => one.files ?? [])
    const strange = await findStrange(context.db, id, files)
    if (strange) throw invalidInput('put.files', `${strange.name} is not a file of this dataset`)
    const made = await commitExamples(context.db, context.workspaceId, id, change)
    if (made.type === 'missing') throw errors.NO_SUCH_DATASET()
    if (made.type === 'conflict') throw errors.CONFLICT({ data: made })
    return made
  }),

  addTraces: api.datasets.addTraces.handler(async ({ input, context, errors }) => {
    const { dataset, spanId, splits, dedupe, ...choice } = input
    const { id } = await getDataset(context, dataset, errors)
    const { db, workspaceId } = context
    const chosen = readFilter(choice, errors)
    const { put, skipped } = await liftTraces(db, workspaceId, chosen, { spanId, splits })
    let duplicates = 0
    const made = await commitExamples(db, workspaceId, id, async (queries, row) => {
      const kept = dedupe ? (await doubleSieve(queries, row))(put) : put
      duplicates = put.length - kept.length
      return { put: kept, remove: [], message: 'From traces' }
    })
    if (made.type !== 'committed') throw errors.NO_SUCH_DATASET()
    return { ...made, duplicates, skipped }
  }),

  experiments: api.datasets.experiments.handler(async ({ input, context, errors }) => {
    const { id } = await getDataset(context, input.dataset, errors)
    return await listExperiments(context.db, context.workspaceId, { dataset: id })
  }),

  duplicates: api.datasets.duplicates.handler(async ({ input, context, errors }) =>
    findDuplicates(context.db, await getDataset(context, input.dataset, errors)),
  ),
}
