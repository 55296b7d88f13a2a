import { JsonObject } from '@lathe/contract'
import { newId } from '@lathe/engine/ids'
import { Router } from 'express'
import * as z from 'zod'
import { findAgentId } from '../../../agents/find-agent-id.ts'
import { stopThread } from '../../../threads/stop-thread.ts'
import { deleteThread, purgeThread } from '../../../threads/deleted-threads.store.ts'
import { refusal } from '../../../platform/http/errors.ts'
import { selectFields } from '../assistants/search.ts'
import { type Answer, parseBody, type Call, notSupported } from '../../call.ts'
import { noSuchAssistant, noSuchThread } from '../errors.ts'
import { copyThread } from './copy-thread.store.ts'
import { getThread } from './get-thread.ts'
import { searchRoutes } from './search-routes.ts'
import { stateRoutes } from './state-routes.ts'
import { findThreadRecord, insertThreadRecord, setMetadata } from './threads.store.ts'
import { toWireThread } from './threads.ts'

const NewThread = z.object({
  thread_id: z.uuid().nullish(),
  metadata: JsonObject.nullish(),
  if_exists: z.enum(['raise', 'do_nothing']).nullish(),
  supersteps: z.array(z.unknown()).nullish(),
  ttl: z.unknown().optional(),
})

export function threadRoutes(answer: Answer): Router {
  const routes = Router()
  routes.use(searchRoutes(answer), stateRoutes(answer))
  routes.post('/threads', answer(create))
  routes.post('/threads/prune', answer(prune))
  routes.get(
    '/threads/:id',
    answer(async (call) => toWireThread(call.context, await getThread(call))),
  )
  routes.patch('/threads/:id', answer(update))
  routes.delete('/threads/:id', answer(remove))
  routes.post('/threads/:id/copy', answer(copy))
  return routes
}

async function create(call: Call) {
  const { db, workspaceId } = call.context
  const body = parseBody(call, NewThread)
  if (body.supersteps && body.supersteps.length > 0) {
    throw notSupported('Creating a thread with `supersteps`', 'Copy a thread, or update its state.')
  }
  rejectTtl(body)
  const { graph_id: graphId, ...metadata } = body.metadata ?? {}
  const agentId = typeof graphId === 'string' ? await getAgentId(call, graphId) : null
  const id = body.thread_id ?? newId()
  if (body.thread_id) await purgeThread(db, workspaceId, id)
  const newThread = await insertThreadRecord(db, workspaceId, { id, agentId, metadata })
  // A new thread has no values to load.
  if (newThread) return toWireThread(call.context, newThread, { withValues: false })
  if (body.if_exists !== 'do_nothing') {
    throw refusal(409, 'CONFLICT', `Thread ${id} already exists`)
  }
  const thread = await findThreadRecord(db, workspaceId, id)
  if (!thread) throw noSuchThread(id)
  return toWireThread(call.context, thread)
}

async function getAgentId({ context }: Call, graphId: string): Promise<string> {
  const id = await findAgentId(context.db, context.workspaceId, graphId)
  if (id === undefined) throw noSuchAssistant(graphId)
  return id
}

/** Rejected, because keeping data that should expire is worse than an error. */
function rejectTtl({ ttl }: { ttl?: unknown }): void {
  if (ttl === undefined || ttl === null) return
  throw notSupported('The `ttl` of a thread', 'Delete or prune threads yourself.')
}

async function update(call: Call) {
  const { db, workspaceId } = call.context
  const body = parseBody(
    call,
    z.object({ metadata: JsonObject.nullish(), ttl: z.unknown().optional() }),
  )
  rejectTtl(body)
  const { id, metadata } = await getThread(call)
  await setMetadata(db, workspaceId, id, { ...metadata, ...body.metadata })
  if (call.req.get('prefer') === 'return=minimal') return undefined
  return toWireThread(call.context, await getThread(call))
}

async function remove(call: Call) {
  const { id } = await getThread(call)
  await deleteOne(call, id)
}

async function deleteOne({ context }: Call, id: string) {
  await stopThread(context, id)
  await deleteThread(context.db, context.workspaceId, id)
}

async function prune(call: Call) {
  const schema = z.object({ thread_ids: z.array(z.uuid()).max(1_000), strategy: z.string() })
  const { thread_ids: ids, strategy } = parseBody(call, schema)
  if (strategy !== 'delete') {
    throw notSupported(`The strategy \`${strategy}\``, 'Only `delete` is supported.')
  }
  const { db, workspaceId } = call.context
  let pruned = 0
  for (const id of ids) {
    if (!(await findThreadRecord(db, workspaceId, id))) continue
    await deleteOne(call, id)
    pruned += 1
  }
  return { pruned_count: pruned }
}

async function copy(call: Call) {
  const { db, workspaceId } = call.context
  const source = await getThread(call)
  const id = newId()
  await copyThread(db, workspaceId, source.id, id)
  const thread = await findThreadRecord(db, workspaceId, id)
  if (!thread) throw noSuchThread(source.id)
  const wire = await toWireThread(call.context, thread)
  return selectFields(wire, null)
}
