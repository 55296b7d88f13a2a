import type { ReplayDetail } from '@lathe/contract'
import { replayReport } from '@lathe/traces'
import { api, type Context } from '../../http/api.ts'
import { readExecution } from './read-execution.ts'
import { concludeReplay, findReplay, listReplays } from './replays.store.ts'
import { startReplay } from './start-replay.ts'

export const replayRoutes = {
  start: api.replays.start.handler(async ({ input, context, errors }) =>
    getOwnReplay(context, await startReplay(context, input, errors)),
  ),

  wait: api.replays.wait.handler(async ({ input, context, errors, signal }) => {
    const id = await startReplay(context, input, errors)
    await context.executor.settled(id, signal)
    return getOwnReplay(context, id)
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

/** With its report, which is made when it is first asked for after the run's end. */
async function getReplay(
  { db, workspaceId }: Context,
  id: string,
): Promise<ReplayDetail | undefined> {
  const replay = await findReplay(db, workspaceId, id)
  if (!replay || replay.report || ['pending', 'running'].includes(replay.status)) return replay
  const [tape, again] = await Promise.all([
    readExecution(db, workspaceId, replay.traceId),
    readExecution(db, workspaceId, id),
  ])
  if (!tape || !again) return replay
  const report = replayReport(tape, again)
  await concludeReplay(db, workspaceId, id, report)
  return { ...replay, verdict: report.verdict, report }
}

async function getOwnReplay(context: Context, id: string): Promise<ReplayDetail> {
  const replay = await getReplay(context, id)
  if (!replay) throw new Error(`replay ${id} is gone`)
  return replay
}
