import { type Example, JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import {
  countExamples,
  findExample,
  listExamples,
  toExample,
} from '../../../datasets/examples.store.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { apiBaseUrl } from '../base-url.ts'
import { repeated, Uuid, uuidParam } from '../query-values.ts'
import { addExamples, changeExamples, removeExamples } from './commit-examples.ts'
import { datasetById, findVersion } from './find-dataset.ts'
import { exampleTest } from './example-filter.ts'
import { jsonObject } from './metadata-filter.ts'
import { noSuchExample } from './check-example-ids.ts'
import { BASE, fromWire, toWireExample } from './wire-dataset.ts'

const Content = z.object({
  id: Uuid.nullish(),
  inputs: JsonObject.nullish(),
  outputs: JsonObject.nullish(),
  metadata: JsonObject.nullish(),
  split: z.union([z.string(), z.array(z.string())]).nullish(),
  source_run_id: Uuid.nullish(),
})
const NewExample = Content.extend({ dataset_id: Uuid, inputs: JsonObject })

const Search = z.object({
  dataset: Uuid,
  as_of: z.string().optional(),
  id: repeated(Uuid),
  splits: repeated(z.string()),
  metadata: jsonObject.optional(),
  filter: z.string().optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

export function langsmithExampleRoutes(answer: Answer): Router {
  const routes = Router()
  routes.get('/examples', answer(search))
  routes.post('/examples', answer(create))
  routes.post('/examples/bulk', answer(createMany))
  routes.patch('/examples/bulk', answer(changeMany))
  routes.get(
    '/examples/:id',
    answer(async (call) => toWireExample(await existing(call), apiBaseUrl(call))),
  )
  routes.patch('/examples/:id', answer(change))
  routes.delete(
    '/examples/:id',
    answer(async (call) => {
      const { id } = await existing(call)
      return await removeExamples(call, [id])
    }),
  )
  routes.delete(
    '/examples',
    answer(async (call) => {
      const { example_ids: ids } = parseQuery(call, z.object({ example_ids: repeated(Uuid) }))
      return await removeExamples(call, ids ?? [])
    }),
  )
  routes.delete('/platform/datasets/:dataset/examples/:id', answer(removeFrom))
  routes.post(
    '/platform/datasets/examples/delete',
    answer(async (call) => {
      const { example_ids: ids } = parseBody(call, z.object({ example_ids: z.array(Uuid) }))
      return await removeExamples(call, ids)
    }),
  )
  return routes
}

async function existing(call: Call) {
  const id = uuidParam(call, 'id')
  const row = await findExample(call.context.db, call.context.workspaceId, id)
  if (!row) throw noSuchExample(id)
  return toExample(row)
}

/** Deletion is idempotent. */
async function removeFrom(call: Call) {
  const dataset = await datasetById(call, uuidParam(call, 'dataset'))
  const id = uuidParam(call, 'id')
  const row = await findExample(call.context.db, call.context.workspaceId, id)
  if (row && row.dataset_id !== dataset.id) throw noSuchExample(id)
  if (row) await removeExamples(call, [id])
}

async function search(call: Call) {
  const {
    dataset: datasetId,
    as_of: asOfVersion,
    offset,
    limit,
    ...filters
  } = parseQuery(call, Search)
  const matchesFilters = exampleTest(filters)
  const dataset = await datasetById(call, datasetId)
  const { version } =
    asOfVersion === undefined ? dataset : await findVersion(call, dataset, asOfVersion)
  const { db, workspaceId } = call.context
  const versionKey = { workspaceId, datasetId, version }
  const baseUrl = apiBaseUrl(call)
  const toWire = (example: Example) => toWireExample(example, baseUrl)
  const splits = filters.splits ?? undefined
  const filter = { ids: filters.id ?? undefined, splits, orNone: splits?.includes(BASE) }
  if (!matchesFilters)
    return (await listExamples(db, versionKey, filter, { offset, limit }))
      .map(toExample)
      .map(toWire)
  const all = await countExamples(db, versionKey, filter)
  const found = (await listExamples(db, versionKey, filter, { limit: all }))
    .map(toExample)
    .filter(matchesFilters)
  return found.slice(offset, offset + limit).map(toWire)
}

async function create(call: Call) {
  const [example] = await add(call, [parseBody(call, NewExample)])
  return example
}

const createMany = (call: Call) => add(call, parseBody(call, z.array(NewExample).max(5_000)))

async function add(call: Call, bodies: readonly z.infer<typeof NewExample>[]) {
  const newExamples = bodies.map(({ dataset_id: datasetId, id, ...content }) => ({
    datasetId,
    newExample: { ...fromWire(content), ...(id && { id }) },
  }))
  const committed = await addExamples(call, byDataset(newExamples))
  const { db, workspaceId } = call.context
  const ids = committed.flatMap((committed) => committed.ids)
  const rows = await Promise.all(ids.map((id) => findExample(db, workspaceId, id)))
  const baseUrl = apiBaseUrl(call)
  return rows.flatMap((row) => (row ? [toWireExample(toExample(row), baseUrl)] : []))
}

async function changeMany(call: Call) {
  const bodies = parseBody(call, z.array(Content.extend({ id: Uuid })).max(5_000))
  const { db, workspaceId } = call.context
  const existing = await Promise.all(bodies.map(({ id }) => findExample(db, workspaceId, id)))
  const newExamples = bodies.map((body, index) => {
    const row = existing[index]
    if (!row) throw noSuchExample(body.id)
    return { datasetId: row.dataset_id, newExample: { ...fromWire(body), id: body.id } }
  })
  await changeExamples(call, byDataset(newExamples))
  return { message: `${newExamples.length} examples updated` }
}

const byDataset = <T>(
  newExamples: readonly { datasetId: string; newExample: T }[],
): Map<string, T[]> =>
  new Map(
    [...Map.groupBy(newExamples, (item) => item.datasetId)].map(([id, group]) => [
      id,
      group.map(({ newExample }) => newExample),
    ]),
  )

async function change(call: Call) {
  const { id, datasetId } = await existing(call)
  const newExample = { ...fromWire(parseBody(call, Content)), id }
  await changeExamples(call, new Map([[datasetId, [newExample]]]))
  return toWireExample(await existing(call), apiBaseUrl(call))
}
