import { JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { hasAll } from '../assistants/search.ts'
import { type Answering, bodyOf, type Call, notSupported, textOf } from '../../call.ts'
import { refusal } from '../../../platform/http/errors.ts'
import { getThread } from './get-thread.ts'
import { readNewestState, readStates } from './thread-state.ts'
import { updateState } from './update-state.ts'

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

export function stateRoutes(answer: Answering): Router {
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
    answer((call) => stateAt(call, textOf(call, 'checkpoint'))),
  )
  routes.post('/threads/:id/history', answer(history))
  routes.get('/threads/:id/history', answer(history))
  return routes
}

async function byReference(call: Call) {
  const { checkpoint } = bodyOf(call, z.object({ checkpoint: CheckpointRef }))
  const id = checkpoint.checkpoint_id
  return id == null ? readNewestState(call.context, await getThread(call)) : stateAt(call, id)
}

async function stateAt(call: Call, checkpointId: string) {
  const thread = await getThread(call)
  const [state] = await readStates(call.context, thread, { limit: 1, at: checkpointId })
  if (!state) throw refusal(404, 'NO_SUCH_CHECKPOINT', `No checkpoint ${checkpointId}`)
  return state
}

async function history(call: Call) {
  const { limit, before, metadata, checkpoint } = bodyOf(call, History)
  const thread = await getThread(call)
  const states = await readStates(call.context, thread, {
    limit: limit ?? 10,
    before: (typeof before === 'string' ? before : before?.checkpoint_id) ?? undefined,
    at: checkpoint?.checkpoint_id ?? undefined,
  })
  return states.filter((state) => hasAll(state.metadata, metadata ?? {}))
}
