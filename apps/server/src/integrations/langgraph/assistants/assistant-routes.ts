import { Router } from 'express'
import * as z from 'zod'
import { findAgent, listAgents } from '../../../agents/agents.store.ts'
import { findVersion, listVersions, publishVersion } from '../../../agents/versions.store.ts'
import { getRunnable } from '../../../runs/start/start-checks.ts'
import { refusal } from '../../../platform/http/errors.ts'
import {
  type Answer,
  parseBody,
  type Call,
  notSupported,
  parseQuery,
  textParam,
} from '../../call.ts'
import { noSuchAssistant, startErrors } from '../errors.ts'
import { toAssistant, toAssistantVersion } from './assistants.ts'
import { toWireGraph, toWireSchemas } from './graph.ts'
import {
  AssistantFilter,
  AssistantQuery,
  AssistantSearch,
  sortAssistants,
  matchesSearch,
  selectFields,
} from './search.ts'

const Page = z.object({
  limit: z.int().min(1).max(1_000).nullish(),
  offset: z.int().nonnegative().nullish(),
})

const READ_ONLY = 'Assistants are agents: create and edit them in Lathe, and publish a version.'

export function assistantRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/assistants/search', answer(search))
  routes.post('/assistants/count', answer(count))
  routes.get(
    '/assistants',
    answer((call) => list(call, parseQuery(call, AssistantQuery))),
  )
  routes.get(
    '/assistants/:id',
    answer(async (call) => toAssistant(await getAgent(call))),
  )
  routes.get(
    '/assistants/:id/graph',
    answer(async (call) => toWireGraph((await published(call)).document)),
  )
  routes.get('/assistants/:id/schemas', answer(schemas))
  // Subagents are ordinary nodes here and cannot be addressed on their own.
  const subgraphs = answer(async (call) => {
    await getAgent(call)
    return {}
  })
  routes.get('/assistants/:id/subgraphs', subgraphs)
  routes.get('/assistants/:id/subgraphs/:namespace', subgraphs)
  routes.post('/assistants/:id/versions', answer(versions))
  routes.post('/assistants/:id/latest', answer(setLatest))
  const rejectEdit = answer(async () => {
    throw notSupported('Changing assistants over this API', READ_ONLY)
  })
  routes.post('/assistants', rejectEdit)
  routes.patch('/assistants/:id', rejectEdit)
  routes.delete('/assistants/:id', rejectEdit)
  return routes
}

async function listPublished({ context: { db, workspaceId } }: Call) {
  const agents = await listAgents(db, workspaceId)
  return agents.filter((agent) => agent.publishedVersion !== null).map(toAssistant)
}

const search = (call: Call) => list(call, parseBody(call, AssistantSearch))

async function list(call: Call, query: AssistantSearch) {
  const found = (await listPublished(call))
    .filter(matchesSearch(query))
    .toSorted(sortAssistants(query))
  const offset = query.offset ?? 0
  const end = offset + (query.limit ?? 10)
  call.res.setHeader('x-pagination-total', String(found.length))
  if (end < found.length) call.res.setHeader('x-pagination-next', String(end))
  return found.slice(offset, end).map((assistant) => selectFields(assistant, query.select))
}

async function count(call: Call) {
  const filter = parseBody(call, AssistantFilter)
  return (await listPublished(call)).filter(matchesSearch(filter)).length
}

async function getAgent(call: Call) {
  const { db, workspaceId } = call.context
  const id = textParam(call, 'id')
  const agent = await findAgent(db, workspaceId, id)
  if (!agent || agent.publishedVersion === null) throw noSuchAssistant(id)
  return agent
}

const published = (call: Call) =>
  getRunnable(call.context, textParam(call, 'id'), 'published', startErrors)

async function schemas(call: Call) {
  const [agent, { document }] = await Promise.all([getAgent(call), published(call)])
  return toWireSchemas(agent.slug, document)
}

async function versions(call: Call) {
  const { limit, offset } = parseBody(call, Page)
  const agent = await getAgent(call)
  const all = await listVersions(call.context.db, call.context.workspaceId, agent.id)
  const from = offset ?? 0
  return all.slice(from, from + (limit ?? 10)).map((version) => toAssistantVersion(agent, version))
}

/** The API serves this version from now on. */
async function setLatest(call: Call) {
  const { version } = parseBody(call, z.object({ version: z.int().positive() }))
  const { db, workspaceId } = call.context
  const agent = await getAgent(call)
  const found = await findVersion(db, workspaceId, agent.id, version)
  if (!found) throw refusal(404, 'NO_SUCH_VERSION', `This agent has no version ${version}`)
  await publishVersion(db, workspaceId, agent.id, version)
  return toAssistant(await getAgent(call))
}
