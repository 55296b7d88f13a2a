import { JsonObject } from '@lathe/contract'
import { objectOf, toIso } from '@lathe/traces'
import { Router } from 'express'
import * as z from 'zod'
import { fromJson, toJson } from '../../../db/json.ts'
import type { Context } from '../../../http/api.ts'
import { refusal } from '../../../http/errors.ts'
import {
  DEFAULT_PROJECT,
  ensureProject,
  findProject,
  type ProjectRow,
} from '../../../ingest/projects.store.ts'
import { type Answering, bodyOf, type Call, queryOf } from '../../call.ts'
import { jsonObject, matchesMetadata } from '../datasets/metadata-filter.ts'
import { noSuchProject } from '../errors.ts'
import { Bool, many, Uuid, uuidOf } from '../query-values.ts'
import { projectStats } from './project-stats.ts'
import { now } from '../../../time.ts'

const NewProject = z.object({
  id: Uuid.nullish(),
  name: z.string().min(1).max(500),
  description: z.string().nullish(),
  extra: JsonObject.nullish(),
  reference_dataset_id: Uuid.nullish(),
})

const Change = z.object({
  name: z.string().min(1).max(500).nullish(),
  description: z.string().nullish(),
  extra: JsonObject.nullish(),
  end_time: z.unknown(),
})

const Search = z.object({
  id: many(Uuid),
  name: z.string().optional(),
  name_contains: z.string().optional(),
  reference_dataset: many(Uuid),
  reference_free: Bool.optional(),
  include_stats: Bool.optional(),
  metadata: jsonObject.optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

const Options = z.object({ upsert: Bool.optional(), include_stats: Bool.optional() })

/** Projects, which LangSmith's API calls sessions. */
export function projectRoutes(answer: Answering): Router {
  const routes = Router()
  routes.post('/sessions', answer(create))
  routes.get('/sessions', answer(search))
  routes.get(
    '/sessions/:id',
    answer(async (call) => {
      const row = await existing(call)
      return { ...toWire(row), ...(await statsIf(true, call.context, row)) }
    }),
  )
  routes.patch('/sessions/:id', answer(change))
  routes.delete('/sessions/:id', answer(remove))
  return routes
}

async function create(call: Call) {
  const { db, workspaceId } = call.context
  const body = bodyOf(call, NewProject)
  const { row, isNew } = await ensureProject(db, workspaceId, {
    id: body.id ?? undefined,
    name: body.name,
    description: body.description,
    extra: body.extra ?? {},
    referenceDatasetId: body.reference_dataset_id,
    createdAt: now(),
  })
  if (!isNew && !queryOf(call, Options).upsert)
    throw refusal(409, 'PROJECT_EXISTS', `There is a project ${row.name} already`)
  return toWire(row)
}

async function search(call: Call) {
  const { db, workspaceId } = call.context
  const asked = queryOf(call, Search)
  // Clients learn the id of the workspace from the first project, so there always is one.
  await ensureProject(db, workspaceId, { name: DEFAULT_PROJECT, createdAt: now() })
  let query = db
    .selectFrom('projects')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (asked.id?.length) query = query.where('id', 'in', asked.id)
  if (asked.name !== undefined) query = query.where('name', '=', asked.name)
  if (asked.reference_dataset?.length)
    query = query.where('reference_dataset_id', 'in', asked.reference_dataset)
  if (asked.reference_free) query = query.where('reference_dataset_id', 'is', null)
  const { name_contains: part } = asked
  if (part) query = query.where((eb) => db.portable.contains(eb.ref('name'), part))
  const { metadata, offset, limit } = asked
  // Found by what is inside them, so all are looked at.
  const rows = metadata
    ? (await query.execute())
        .filter(({ extra }) => matchesMetadata(objectOf(fromJson(extra)['metadata']), metadata))
        .slice(offset, offset + limit)
    : await query.offset(offset).limit(limit).execute()
  return await Promise.all(
    rows.map(async (row) => ({
      ...toWire(row),
      ...(await statsIf(asked.include_stats ?? false, call.context, row)),
    })),
  )
}

async function change(call: Call) {
  const { db, workspaceId } = call.context
  const row = await existing(call)
  const { name, description, extra, end_time: ended } = bodyOf(call, Change)
  const merged = { ...fromJson(row.extra), ...extra }
  const changed = await db
    .updateTable('projects')
    .set({
      name: name ?? row.name,
      description: description ?? row.description,
      extra: toJson(merged),
      ended_at: ended == null ? row.ended_at : now(),
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toWire(changed)
}

/** The traces stay, without a project. */
async function remove(call: Call) {
  const { db, workspaceId } = call.context
  const { id } = await existing(call)
  await db
    .deleteFrom('projects')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  return {}
}

async function existing(call: Call): Promise<ProjectRow> {
  const id = uuidOf(call, 'id')
  const row = await findProject(call.context.db, call.context.workspaceId, id)
  if (!row) throw noSuchProject(id)
  return row
}

const statsIf = async (isWanted: boolean, { db, workspaceId }: Context, row: ProjectRow) =>
  isWanted ? await projectStats(db, workspaceId, row.id) : {}

const toWire = (row: ProjectRow) => ({
  id: row.id,
  tenant_id: row.workspace_id,
  name: row.name,
  description: row.description,
  start_time: toIso(row.created_at),
  end_time: row.ended_at === null ? null : toIso(row.ended_at),
  extra: fromJson(row.extra),
  reference_dataset_id: row.reference_dataset_id,
  trace_tier: 'longlived',
})
