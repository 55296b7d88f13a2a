import { JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { fromJson } from '../../../platform/db/json.ts'
import { editDataset, insertDataset, setDeleted } from '../../../datasets/datasets.store.ts'
import { refusal } from '../../../platform/http/errors.ts'
import { type Answering, bodyOf, type Call, queryOf } from '../../call.ts'
import { baseUrlOf } from '../base-url.ts'
import { Uuid } from '../query-values.ts'
import { AskedByOffset, examplesWithRuns } from './experiment-runs.ts'
import { datasetOf, noSuchDataset } from './find-dataset.ts'
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

export function datasetDoorRoutes(answer: Answering): Router {
  const routes = Router()
  routes.post('/datasets', answer(create))
  routes.get('/datasets', answer(search))
  routes.get(
    '/datasets/:id',
    answer(async (call) => (await toWire(call, [await datasetOf(call)]))[0]),
  )
  routes.patch('/datasets/:id', answer(change))
  routes.post(
    '/datasets/:id/runs',
    answer(async (call) => {
      const { session_ids: sessions, ...asked } = bodyOf(call, AskedByOffset)
      const found = await examplesWithRuns(call, { sessions, ...asked })
      return found.map(({ example, runs }) => ({
        ...toWireExample(example, baseUrlOf(call)),
        runs,
      }))
    }),
  )
  routes.delete(
    '/datasets/:id',
    answer(async (call) => {
      const { id } = await datasetOf(call)
      await setDeleted(call.context.db, call.context.workspaceId, id, true)
      return {}
    }),
  )
  return routes
}

const taken = (name: string) =>
  refusal(409, 'DATASET_EXISTS', `A dataset named ${name} already exists`)

type Told = z.infer<typeof Change>

const extraOf = ({ extra, metadata, ...rest }: Told): JsonObject => ({
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
  const body = bodyOf(call, NewDataset)
  const { db, workspaceId } = call.context
  const row = await insertDataset(db, workspaceId, {
    id: body.id ?? undefined,
    name: body.name,
    description: body.description ?? '',
    dataType: body.data_type ?? undefined,
    extra: extraOf(body),
  })
  if (!row) throw taken(body.name)
  return toWireDataset(row)
}

async function search(call: Call) {
  const { offset, limit, ...asked } = queryOf(call, Search)
  const found = await findDatasets(call, asked)
  return await toWire(call, found.slice(offset, offset + limit))
}

async function change(call: Call) {
  const before = await datasetOf(call)
  const body = bodyOf(call, Change)
  const { db, workspaceId } = call.context
  const row = await editDataset(db, workspaceId, before.id, {
    name: body.name,
    description: body.description ?? undefined,
    extra: { ...fromJson(before.extra), ...extraOf(body) },
  })
  if (row === 'taken') throw taken(body.name ?? '')
  if (!row) throw noSuchDataset(before.id)
  return (await toWire(call, [row]))[0]
}
