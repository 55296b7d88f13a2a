import { Json, type JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { commitExamples } from '../../../datasets/commit.ts'
import { toExample } from '../../../datasets/examples.store.ts'
import { readKnown } from '../../../datasets/write-examples.ts'
import { type Answer, parseBody, type Call } from '../../call.ts'
import { Uuid } from '../query-values.ts'
import { datasetParam } from './find-dataset.ts'
import { fromWire, metadataWithSplits } from './wire-dataset.ts'

const Operation = z.object({
  key: z.string().min(1).max(255),
  /** Early server releases made clients send lower case. */
  operation: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['SET', 'ARRAY_ADD', 'ARRAY_REMOVE'])),
  value: Json.optional(),
  values: z.array(z.string().max(255)).max(1_000).default([]),
})

const Change = z.object({
  example_ids: z.array(Uuid).min(1).max(10_000),
  operations: z.array(Operation).min(1).max(50),
})

/**
 * Applies one change of metadata and splits to many examples, in a single version or not at all.
 */
export function exampleMetadataRoutes(answer: Answer): Router {
  return Router().patch('/platform/datasets/:id/examples/metadata', answer(change))
}

async function change(call: Call) {
  const { id } = await datasetParam(call)
  const { example_ids: ids, operations } = parseBody(call, Change)
  const { db, workspaceId } = call.context
  const found = new Set<string>()
  await commitExamples(db, workspaceId, id, async (queries, dataset) => {
    const existing = await readKnown(queries, dataset, ids)
    const updatedExamples = [...existing.values()].map(toExample).map((example) => {
      found.add(example.id)
      return {
        id: example.id,
        ...fromWire({ metadata: operations.reduce(apply, metadataWithSplits(example)) }),
      }
    })
    return { put: updatedExamples, remove: [], message: 'Metadata changed by a client' }
  })
  call.res.status(207)
  return {
    statuses: ids.map((id) =>
      found.has(id)
        ? { id, status: 'UPDATED' }
        : { id, status: 'NOT_FOUND', description: `Example ${id} is not in the dataset` },
    ),
  }
}

function apply(
  metadata: JsonObject,
  { key, operation, value, values }: z.infer<typeof Operation>,
): JsonObject {
  const previousType = metadata[key]
  const list: Json[] = Array.isArray(previousType) ? previousType : []
  if (operation === 'SET') return { ...metadata, [key]: value ?? null }
  if (operation === 'ARRAY_REMOVE')
    return {
      ...metadata,
      [key]: list.filter((entry) => typeof entry !== 'string' || !values.includes(entry)),
    }
  return { ...metadata, [key]: [...list, ...values.filter((entry) => !list.includes(entry))] }
}
