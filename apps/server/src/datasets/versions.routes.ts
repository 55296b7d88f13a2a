import { api } from '../api/context.ts'
import { commitExamples } from './commit.ts'
import { getDataset } from './datasets.routes.ts'
import type { DatasetRow } from './datasets.store.ts'
import { diffPage, stepsBetween } from './diff.store.ts'
import { hasVersion, listVersions, setTag } from './versions.store.ts'

export const datasetVersionRoutes = {
  versions: api.datasets.versions.handler(async ({ input, context, errors }) =>
    listVersions(context.db, await getDataset(context, input.dataset, errors)),
  ),

  tag: api.datasets.tag.handler(async ({ input, context, errors }) => {
    const dataset = await getDataset(context, input.dataset, errors)
    const { tag, version } = input
    if (version !== null && !hasVersion(dataset, version)) throw errors.NO_SUCH_VERSION()
    await setTag(context.db, dataset, tag, version)
    return await listVersions(context.db, dataset)
  }),

  diff: api.datasets.diff.handler(async ({ input, context, errors }) => {
    const dataset = await getDataset(context, input.dataset, errors)
    const { dataset: _named, ...page } = input
    if (!hasVersion(dataset, page.to) || !isKnown(dataset, page.from))
      throw errors.NO_SUCH_VERSION()
    return await diffPage(context.db, dataset, page)
  }),

  revert: api.datasets.revert.handler(async ({ input, context, errors }) => {
    const { id } = await getDataset(context, input.dataset, errors)
    const { version, base } = input
    const { db, workspaceId } = context
    const made = await commitExamples(db, workspaceId, id, async (queries, dataset) => {
      if (base !== undefined && base !== dataset.version) {
        throw errors.CONFLICT({ data: { version: dataset.version } })
      }
      if (!isKnown(dataset, version)) throw errors.NO_SUCH_VERSION()
      const steps = await stepsBetween(queries, dataset, { from: dataset.version, to: version })
      const put = steps.put.map(
        ({
          id: example,
          inputs,
          reference,
          metadata,
          splits,
          files,
          traceId,
          spanId,
          createdAt,
        }) => ({
          id: example,
          inputs,
          reference,
          metadata,
          splits,
          files,
          createdAt,
          ...(traceId !== null && { traceId }),
          ...(spanId !== null && { spanId }),
        }),
      )
      const message = version === 0 ? 'Revert to no examples' : `Revert to version ${version}`
      return { put, remove: steps.remove, message }
    })
    if (made.type !== 'committed') throw errors.NO_SUCH_DATASET()
    return made
  }),
}

/** Version 0 has no examples. */
const isKnown = (dataset: DatasetRow, version: number): boolean =>
  version === 0 || hasVersion(dataset, version)
