import { JsonObject } from '@lathe/contract'
import { toIso } from '@lathe/traces'
import { Router } from 'express'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import * as z from 'zod'
import { fromJson, toJson } from '../../../platform/db/json.ts'
import type { ComparativeExperimentsTable } from '../../../platform/db/tables/external.ts'
import { unlessDuplicate } from '../../../platform/db/unique-violation.ts'
import { invalidInput, refusal } from '../../../platform/http/errors.ts'
import { now } from '../../../platform/time.ts'
import { type Answer, parseBody, type Call } from '../../call.ts'
import { Uuid } from '../query-values.ts'
import { datasetById, datasetParam } from './find-dataset.ts'

const NewComparative = z.object({
  id: Uuid.nullish(),
  name: z.string().trim().min(1).max(500),
  description: z.string().max(2_000).nullish(),
  experiment_ids: z.array(Uuid).min(1).max(20),
  reference_dataset_id: Uuid,
  extra: JsonObject.nullish(),
})

type Row = Selectable<ComparativeExperimentsTable>

/** Comparative experiments on one dataset. Their scores arrive as feedback. */
export function comparativeRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/datasets/comparative', answer(create))
  routes.get('/datasets/:id/comparative', answer(list))
  return routes
}

async function create(call: Call) {
  const { db, workspaceId } = call.context
  const body = parseBody(call, NewComparative)
  const dataset = await datasetById(call, body.reference_dataset_id)
  const names = await findExperiments(call, body.experiment_ids)
  const unknownId = body.experiment_ids.find((id) => names.get(id)?.datasetId !== dataset.id)
  if (unknownId)
    throw invalidInput('experiment_ids', `${unknownId} is not an experiment on ${dataset.name}`)
  const row = await unlessDuplicate(() =>
    db
      .insertInto('comparative_experiments')
      .values({
        workspace_id: workspaceId,
        id: body.id ?? v7(),
        dataset_id: dataset.id,
        name: body.name,
        description: body.description ?? '',
        project_ids: toJson(body.experiment_ids),
        extra: toJson(body.extra ?? {}),
        created_at: now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  if (!row)
    throw refusal(409, 'COMPARATIVE_EXISTS', 'A comparative experiment with this id already exists')
  return toWire(row, names)
}

async function list(call: Call) {
  const { db, workspaceId } = call.context
  const { id } = await datasetParam(call)
  const rows = await db
    .selectFrom('comparative_experiments')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('dataset_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
  const names = await findExperiments(call, [
    ...new Set(rows.flatMap((row) => fromJson(row.project_ids))),
  ])
  return rows.map((row) => toWire(row, names))
}

type Names = Map<string, { name: string; datasetId: string | null }>

async function findExperiments({ context }: Call, ids: readonly string[]): Promise<Names> {
  if (ids.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('projects')
    .select(['id', 'name', 'reference_dataset_id'])
    .where('workspace_id', '=', context.workspaceId)
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, name, reference_dataset_id: datasetId }) => [id, { name, datasetId }]),
  )
}

const toWire = (row: Row, names: Names) => ({
  id: row.id,
  tenant_id: row.workspace_id,
  name: row.name,
  description: row.description,
  created_at: toIso(row.created_at),
  modified_at: toIso(row.created_at),
  reference_dataset_id: row.dataset_id,
  extra: fromJson(row.extra),
  experiments_info: fromJson(row.project_ids).map((id) => ({
    id,
    name: names.get(id)?.name ?? null,
  })),
})
