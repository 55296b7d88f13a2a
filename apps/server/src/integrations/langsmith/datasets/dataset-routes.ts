import { JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { fromJson } from '../../../platform/db/json.ts'
import { editDataset, insertDataset, setDeleted } from '../../../datasets/datasets.store.ts'
import { refusal } from '../../../platform/http/errors.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { apiBaseUrl } from '../base-url.ts'
import { Uuid } from '../query-values.ts'
import { OffsetQuery, examplesWithRuns } from './experiment-runs.ts'
import { datasetParam, noSuchDataset } from './find-dataset.ts'
import { datasetSearch, findDatasets, toWire } from './search-datasets.ts'
import { toWireDataset, toWireExample } from './wire-dataset.ts'

const Schema = JsonObject.nullish()
const NewDataset = z.object({
  id: Uuid.nullish(),
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).nullish(),
  data_type: z.enum(['kv', 'llm', 'chat']).nullish(),
  extra: JsonObject.nullish(),
  metadata: JsonObject.nullish(),
  inputs_schema_definition: Schema,
  outputs_schema_definition: Schema,
})

const Change = NewDataset.partial()

const Search = z.object({
  ...datasetSearch,
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

export function langsmithDatasetRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/datasets', answer(create))
  routes.get('/datasets', answer(search))
  routes.get(
    '/datasets/:id',
    answer(async (call) => (await toWire(call, [await datasetParam(call)]))[0]),
  )
  routes.patch('/datasets/:id', answer(change))
  routes.post(
    '/datasets/:id/runs',
    answer(async (call) => {
      const { session_ids: sessions, ...query } = parseBody(call, OffsetQuery)
      const found = await examplesWithRuns(call, { sessions, ...query })
      return found.map(({ example, runs }) => ({
        ...toWireExample(example, apiBaseUrl(call)),
        runs,
      }))
    }),
  )
  routes.delete(
    '/datasets/:id',
    answer(async (call) => {
      const { id } = await datasetParam(call)
      await setDeleted(call.context.db, call.context.workspaceId, id, true)
      return {}
    }),
  )
  return routes
}

const duplicateName = (name: string) =>
  refusal(409, 'DATASET_EXISTS', `A dataset named ${name} already exists`)

type DatasetFields = z.infer<typeof Change>

const toExtra = ({ extra, metadata, ...rest }: DatasetFields): JsonObject => ({
  ...extra,
  ...(metadata && { metadata }),
  ...(rest.inputs_schema_definition && {
    inputs_schema_definition: rest.inputs_schema_definition,
  }),
  ...(rest.outputs_schema_definition && {
    outputs_schema_definition: rest.outputs_schema_definition,
  }),
})

async function create(call: Call) {
  const body = parseBody(call, NewDataset)
  const { db, workspaceId } = call.context
  const row = await insertDataset(db, workspaceId, {
    id: body.id ?? undefined,
    name: body.name,
    description: body.description ?? '',
    dataType: body.data_type ?? undefined,
    extra: toExtra(body),
  })
  if (!row) throw duplicateName(body.name)
  return toWireDataset(row)
}

async function search(call: Call) {
  const { offset, limit, ...filters } = parseQuery(call, Search)
  const found = await findDatasets(call, filters)
  return await toWire(call, found.slice(offset, offset + limit))
}

async function change(call: Call) {
  const current = await datasetParam(call)
  const body = parseBody(call, Change)
  const { db, workspaceId } = call.context
  const row = await editDataset(db, workspaceId, current.id, {
    name: body.name,
    description: body.description ?? undefined,
    extra: { ...fromJson(current.extra), ...toExtra(body) },
  })
  if (row === 'taken') throw duplicateName(body.name ?? '')
  if (!row) throw noSuchDataset(current.id)
  return (await toWire(call, [row]))[0]
}
