import { JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { fromJson, toJson } from '../../../platform/db/json.ts'
import { refusal } from '../../../platform/http/errors.ts'
import { deleteProject } from '../../../traces/ingest/deleted-projects.store.ts'
import {
  editProject,
  ensureProject,
  findProject,
  type ProjectRow,
} from '../../../traces/ingest/projects.store.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { noSuchProject } from '../errors.ts'
import { Bool, repeated, Uuid, uuidParam } from '../query-values.ts'
import { findProjects, projectSearch, toWire, withStats } from './search-projects.ts'
import { now } from '../../../platform/time.ts'

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
  end_time: z.unknown().optional(),
})

const Search = z.object({
  ...projectSearch,
  reference_dataset: repeated(Uuid),
  reference_free: Bool.optional(),
  include_stats: Bool.default(false),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

const Options = z.object({ upsert: Bool.optional(), include_stats: Bool.optional() })

/** Projects, called sessions in the LangSmith API. */
export function projectRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/sessions', answer(create))
  routes.get('/sessions', answer(search))
  routes.get(
    '/sessions/:id',
    answer(async (call) => await withStats(call, await existing(call))),
  )
  routes.patch('/sessions/:id', answer(change))
  routes.delete('/sessions/:id', answer(remove))
  return routes
}

async function create(call: Call) {
  const { db, workspaceId } = call.context
  const body = parseBody(call, NewProject)
  const { row, isNew } = await ensureProject(db, workspaceId, {
    id: body.id ?? undefined,
    name: body.name,
    description: body.description,
    extra: body.extra ?? {},
    referenceDatasetId: body.reference_dataset_id,
    createdAt: now(),
  })
  if (!isNew && !parseQuery(call, Options).upsert) throw projectExists(row.name)
  return toWire(row)
}

async function search(call: Call) {
  const { include_stats: isCounted, ...filters } = parseQuery(call, Search)
  const { rows } = await findProjects(call, {
    ...filters,
    datasets: filters.reference_dataset,
    kinds: filters.reference_free ? ['PROJECT'] : undefined,
  })
  return isCounted ? await Promise.all(rows.map((row) => withStats(call, row))) : rows.map(toWire)
}

async function change(call: Call) {
  const { db, workspaceId } = call.context
  const row = await existing(call)
  const { name, description, extra, end_time: ended } = parseBody(call, Change)
  const merged = { ...fromJson(row.extra), ...extra }
  const changed = await editProject(db, workspaceId, row.id, {
    name: name ?? row.name,
    description: description ?? row.description,
    extra: toJson(merged),
    ended_at: ended == null ? row.ended_at : now(),
  })
  if (changed === 'taken') throw projectExists(name ?? row.name)
  if (!changed) throw noSuchProject(row.id)
  return toWire(changed)
}

/** The traces stay, without a project. */
async function remove(call: Call) {
  const { db, workspaceId } = call.context
  const { id } = await existing(call)
  await deleteProject(db, workspaceId, id)
  return {}
}

const projectExists = (name: string) =>
  refusal(409, 'PROJECT_EXISTS', `A project named ${name} already exists`)

async function existing(call: Call): Promise<ProjectRow> {
  const id = uuidParam(call, 'id')
  const row = await findProject(call.context.db, call.context.workspaceId, id)
  if (!row) throw noSuchProject(id)
  return row
}
