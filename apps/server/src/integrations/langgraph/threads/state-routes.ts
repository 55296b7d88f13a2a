import { isEnded, JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { containsAll } from '../assistants/search.ts'
import { type Answer, parseBody, type Call, notSupported, textParam } from '../../call.ts'
import { invalidInput, refusal } from '../../../platform/http/errors.ts'
import { getThread } from './get-thread.ts'
import { checkpointRef, readNewestState, readStates } from './thread-state.ts'
import { listCalledAgents } from '@lathe/graph'
import { resolveAgentCalls } from '../../../agents/resolve-agent-calls.ts'
import { getRunnable } from '../../../runs/start/start-checks.ts'
import { stopThread } from '../../../threads/stop-thread.ts'
import { readHistory } from '../../../threads/thread-state.ts'
import { startErrors } from '../errors.ts'
import { fromWireValues } from '../wire/values.ts'
import { findRunDocument } from './run-documents.ts'
import type { ThreadRecord } from './thread-row.ts'

const CheckpointRef = z.object({ checkpoint_id: z.string().nullish() })

const History = z.object({
  limit: z.int().min(1).max(1_000).nullish(),
  before: z
    .union([
      z.string(),
      z.object({ configurable: CheckpointRef }).transform(({ configurable }) => configurable),
      CheckpointRef,
    ])
    .nullish(),
  metadata: JsonObject.nullish(),
  checkpoint: CheckpointRef.nullish(),
})

export function stateRoutes(answer: Answer): Router {
  const routes = Router()
  routes.get(
    '/threads/:id/state',
    answer(async (call) => readNewestState(call.context, await getThread(call))),
  )
  routes.post('/threads/:id/state', answer(updateState))
  routes.patch(
    '/threads/:id/state',
    answer(async () => {
      throw notSupported('Changing the metadata of a checkpoint', 'Update that of the thread.')
    }),
  )
  routes.post('/threads/:id/state/checkpoint', answer(byReference))
  routes.get(
    '/threads/:id/state/:checkpoint',
    answer((call) => stateAt(call, textParam(call, 'checkpoint'))),
  )
  routes.post('/threads/:id/history', answer(history))
  routes.get('/threads/:id/history', answer(history))
  return routes
}

async function byReference(call: Call) {
  const { checkpoint } = parseBody(call, z.object({ checkpoint: CheckpointRef }))
  const id = checkpoint.checkpoint_id
  return id == null ? readNewestState(call.context, await getThread(call)) : stateAt(call, id)
}

async function stateAt(call: Call, checkpointId: string) {
  const thread = await getThread(call)
  const [state] = await readStates(call.context, thread, { limit: 1, at: checkpointId })
  if (!state) throw refusal(404, 'NO_SUCH_CHECKPOINT', `Checkpoint ${checkpointId} not found`)
  return state
}

async function history(call: Call) {
  const { limit, before, metadata, checkpoint } = parseBody(call, History)
  const thread = await getThread(call)
  const states = await readStates(call.context, thread, {
    limit: limit ?? 10,
    before: (typeof before === 'string' ? before : before?.checkpoint_id) ?? undefined,
    at: checkpoint?.checkpoint_id ?? undefined,
  })
  return states.filter((state) => containsAll(state.metadata, metadata ?? {}))
}

const Update = z.object({
  values: z.union([JsonObject, z.array(JsonObject)]).nullish(),
  as_node: z.string().nullish(),
  checkpoint_id: z.string().nullish(),
  checkpoint: z.object({ checkpoint_id: z.string().nullish() }).nullish(),
})

/** Writes like a node: reducers apply, and the successors of the node come next. */
async function updateState(call: Call) {
  const { context } = call
  const { values, as_node: asNode, ...target } = parseBody(call, Update)
  const thread = await getThread(call)
  const { status } = thread.run ?? {}
  if (status === 'pending' || status === 'running') {
    throw refusal(409, 'THREAD_BUSY', 'A run of this thread is still live', {
      runId: thread.run?.id,
    })
  }
  const { document, runId } = await loadGraph(call, thread)
  // The update replaces the nodes that the paused run would continue with.
  if (status !== undefined && !isEnded(status)) await stopThread(context, thread.id)
  const checkpointId = target.checkpoint?.checkpoint_id ?? target.checkpoint_id ?? undefined
  const updates = Array.isArray(values) ? values : [values ?? null]
  const updated = await context.states.update({
    workspaceId: context.workspaceId,
    threadId: thread.id,
    runId,
    document,
    calledAgents: await resolveAgentCalls(
      context.db,
      context.workspaceId,
      listCalledAgents(document),
    ),
    checkpointId,
    updates: updates.map((update) => update && fromWireValues(document, update)),
    asNode: asNode ?? undefined,
  })
  if (!updated.ok) throw invalidInput(updated.path, updated.message)
  const checkpoint = checkpointRef(thread.id, updated.checkpointId)
  return { checkpoint, checkpoint_id: updated.checkpointId, configurable: checkpoint }
}

async function loadGraph({ context }: Call, thread: ThreadRecord) {
  const { db, workspaceId } = context
  const [newest] = await readHistory(db, workspaceId, thread.id, { limit: 0 })
  const runId = newest?.runId ?? thread.run?.id ?? null
  const document = await findRunDocument(db, workspaceId, runId)
  if (document) return { document, runId }
  if (thread.agentId === null) {
    throw invalidInput('thread_id', 'the thread has no run, so its graph is unknown')
  }
  const { document: published } = await getRunnable(
    context,
    thread.agentId,
    'published',
    startErrors,
  )
  return { document: published, runId: null }
}
