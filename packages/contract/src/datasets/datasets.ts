import * as z from 'zod'
import { JsonObject } from '@lathe/nodes/schemas'
import { Id, Micros, IdList } from '../common.ts'
import { commonErrors } from '../errors.ts'
import { Example, ExamplePut, SplitName } from './examples.ts'
import { Experiment } from './experiments.ts'
import { route } from '../route.ts'
import { filterErrors, traceFilter } from '../traces/trace-filter.ts'

export const DatasetName = z.string().trim().min(1).max(200)

export const Dataset = z.object({
  id: Id,
  name: DatasetName,
  description: z.string(),
  /** The newest version. 0 without versions. */
  version: z.int(),
  /** Number of examples in the newest version. */
  examples: z.int(),
  /** Number of projects with traces of its examples. */
  experiments: z.int(),
  metadata: JsonObject,
  createdAt: Micros,
  updatedAt: Micros,
})
export type Dataset = z.infer<typeof Dataset>

export const DatasetVersion = z.object({
  version: z.int(),
  message: z.string(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** Movable labels. A tag belongs to at most one version. */
  tags: z.array(z.string()),
  createdAt: Micros,
})
export type DatasetVersion = z.infer<typeof DatasetVersion>

export const DatasetCommit = z.object({
  /** The previous version if nothing changed. */
  version: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  /** Ids of the added and changed examples, in the order of the request. */
  ids: z.array(Id),
})
export type DatasetCommit = z.infer<typeof DatasetCommit>

/** A difference between two versions of a dataset. */
export const DatasetChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('added'), after: Example }),
  z.object({ type: z.literal('removed'), before: Example }),
  z.object({ type: z.literal('changed'), before: Example, after: Example }),
])
export type DatasetChange = z.infer<typeof DatasetChange>

const Version = z.coerce.number().int().positive()
/** Id or name. */
const datasetParam = { dataset: z.string().min(1).max(200) }
const byDataset = z.strictObject(datasetParam)
const message = z.string().max(500).default('')

const noSuchDataset = { NO_SUCH_DATASET: { status: 404, message: 'No such dataset' } }
const noSuchVersion = { NO_SUCH_VERSION: { status: 404, message: 'No such version' } }
const nameTaken = { NAME_TAKEN: { status: 409, message: 'Another dataset has this name' } }
const datasetErrors = { ...commonErrors, ...noSuchDataset }

export const datasets = {
  list: route('GET', '/datasets', 'List datasets, by name')
    .input(z.strictObject({ q: z.string().max(200).optional() }))
    .errors(commonErrors)
    .output(z.array(Dataset)),

  create: route('POST', '/datasets', 'Add an empty dataset')
    .input(
      z.strictObject({
        name: DatasetName,
        description: z.string().max(2_000).default(''),
        metadata: JsonObject.default({}),
      }),
    )
    .errors({ ...commonErrors, ...nameTaken })
    .output(Dataset),

  get: route('GET', '/datasets/{dataset}', 'Get a dataset')
    .input(byDataset)
    .errors(datasetErrors)
    .output(Dataset.extend({ splits: z.array(z.object({ name: z.string(), count: z.int() })) })),

  edit: route('PATCH', '/datasets/{dataset}', 'Rename or describe a dataset')
    .input(
      z.strictObject({
        ...datasetParam,
        name: DatasetName.optional(),
        description: z.string().max(2_000).optional(),
        metadata: JsonObject.optional(),
      }),
    )
    .errors({ ...datasetErrors, ...nameTaken })
    .output(Dataset),

  delete: route('DELETE', '/datasets/{dataset}', 'Delete a dataset; `restore` brings it back')
    .input(byDataset)
    .errors(datasetErrors)
    .output(z.object({})),

  restore: route('POST', '/datasets/{id}/restore', 'Restore a deleted dataset')
    .input(z.strictObject({ id: Id }))
    .errors({ ...datasetErrors, ...nameTaken })
    .output(Dataset),

  examples: route('GET', '/datasets/{dataset}/examples', 'List examples of a version in order')
    .input(
      z.strictObject({
        ...datasetParam,
        /** Defaults to the newest version. */
        version: Version.optional(),
        /** Returns only this example, at any position. */
        id: Id.optional(),
        split: SplitName.optional(),
        /** Searches inputs, reference and metadata. */
        q: z.string().max(200).optional(),
        offset: z.coerce.number().int().nonnegative().default(0),
        limit: z.coerce.number().int().min(1).max(1_000).default(100),
      }),
    )
    .errors({ ...datasetErrors, ...noSuchVersion })
    .output(z.object({ items: z.array(Example), total: z.int(), version: z.int() })),

  change: route(
    'POST',
    '/datasets/{dataset}/changes',
    'Add, change and remove examples in a new version',
  )
    .input(
      z.strictObject({
        ...datasetParam,
        put: z.array(ExamplePut).max(5_000).default([]),
        remove: z.array(Id).max(5_000).default([]),
        message,
        /**
         * The version that the edit is based on. Examples changed or removed since then are a
         * conflict.
         */
        base: z.int().nonnegative().optional(),
      }),
    )
    .errors({
      ...datasetErrors,
      CONFLICT: {
        status: 409,
        message:
          'These examples were changed or removed by someone else. Reload them and try again',
        data: z.object({
          version: z.int(),
          examples: z.array(Id),
          /** Conflicting examples that no longer exist. */
          removed: z.array(Id),
        }),
      },
    })
    .output(DatasetCommit),

  addTraces: route('POST', '/datasets/{dataset}/traces', 'Add examples from traces')
    .input(
      z.strictObject({
        ...datasetParam,
        ...traceFilter,
        ids: IdList.optional(),
        /** With one trace: uses the inputs and outputs of this span instead of the root span. */
        spanId: Id.optional(),
        splits: z.array(SplitName).max(20).default([]),
        /** Skips traces whose inputs an example already has. */
        dedupe: z.boolean().default(true),
      }),
    )
    .errors({ ...datasetErrors, ...filterErrors })
    .output(DatasetCommit.extend({ duplicates: z.int(), skipped: z.int() })),

  experiments: route('GET', '/datasets/{dataset}/experiments', 'List experiments, newest first')
    .input(byDataset)
    .errors(datasetErrors)
    .output(z.array(Experiment)),

  versions: route('GET', '/datasets/{dataset}/versions', 'List versions, newest first')
    .input(byDataset)
    .errors(datasetErrors)
    .output(z.array(DatasetVersion)),

  tag: route('PUT', '/datasets/{dataset}/tags/{tag}', 'Set or remove a tag of a version')
    .input(
      z.strictObject({
        ...datasetParam,
        tag: z.string().trim().min(1).max(64),
        version: z.int().positive().nullable(),
      }),
    )
    .errors({ ...datasetErrors, ...noSuchVersion })
    .output(z.array(DatasetVersion)),

  diff: route('GET', '/datasets/{dataset}/diff', 'Compare two versions')
    .input(
      z.strictObject({
        ...datasetParam,
        from: z.coerce.number().int().nonnegative(),
        to: Version,
        offset: z.coerce.number().int().nonnegative().default(0),
        limit: z.coerce.number().int().min(1).max(1_000).default(100),
      }),
    )
    .errors({ ...datasetErrors, ...noSuchVersion })
    .output(
      z.object({
        added: z.int(),
        removed: z.int(),
        changed: z.int(),
        /** Changed examples first, then removed ones, then added ones. */
        items: z.array(DatasetChange),
      }),
    ),

  revert: route(
    'POST',
    '/datasets/{dataset}/revert',
    'Revert to an earlier version by adding a new one',
  )
    .input(
      z.strictObject({
        ...datasetParam,
        /** 0 reverts to the state before the first version, without examples. */
        version: z.int().nonnegative(),
        /** The version that the revert is based on. A newer version is a conflict. */
        base: z.int().nonnegative().optional(),
      }),
    )
    .errors({
      ...datasetErrors,
      ...noSuchVersion,
      CONFLICT: {
        status: 409,
        message: 'The dataset has changed since, so nothing was reverted. Reload it and try again',
        data: z.object({ version: z.int() }),
      },
    })
    .output(DatasetCommit),

  duplicates: route('GET', '/datasets/{dataset}/duplicates', 'List examples with equal inputs')
    .input(byDataset)
    .errors(datasetErrors)
    .output(z.object({ groups: z.array(z.array(Example)), total: z.int() })),
}
