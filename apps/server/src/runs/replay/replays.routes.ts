import type { ReplayDetail } from '@lathe/contract'
import { api, type Context } from '../../api/context.ts'
import { getReplay } from './get-replay.ts'
import { listReplays } from './replays.store.ts'
import { startReplay } from './start-replay.ts'

export const replayRoutes = {
  start: api.replays.start.handler(async ({ input, context, errors }) =>
    getOwnReplay(context, await startReplay(context, input, errors)),
  ),

  wait: api.replays.wait.handler(async ({ input, context, errors, signal }) => {
    const id = await startReplay(context, input, errors)
    await context.executor.waitUntilSettled(id, signal)
    return getOwnReplay(context, id)
  }),

  toTest: api.replays.toTest.handler(async ({ input, context, errors }) => {
    const { toTest } = await import('./to-test.ts')
    return toTest(context, input, errors)
  }),

  get: api.replays.get.handler(async ({ input, context, errors }) => {
    const replay = await getReplay(context, input.id)
    if (!replay) throw errors.NO_SUCH_REPLAY()
    return replay
  }),

  list: api.replays.list.handler(async ({ input, context }) => {
    const rows = await listReplays(context.db, context.workspaceId, input)
    return { items: rows.slice(0, input.limit), hasMore: rows.length > input.limit }
  }),
}

async function getOwnReplay(context: Context, id: string): Promise<ReplayDetail> {
  const replay = await getReplay(context, id)
  if (!replay) throw new Error(`replay ${id} is gone`)
  return replay
}
