import type { Capsule, RunEvent } from '@lathe/contract'
import { findStart } from '../../../platform/db/checkpoints/copy-start.ts'
import { listExchanges } from '../../../traces/query/exchanges.ts'
import { allOf, readDetails } from '../../../traces/query/read-details.ts'
import type { Context } from '../../../api/context.ts'
import type { Recorded } from '../find-recorded.ts'
import { readRunEvents } from '../read-events.ts'
import { getRecorded, type ReplayErrors } from '../start-replay.ts'
import { sealCapsule } from './capsule-sum.ts'
import { findCapsuleRun } from './capsule.store.ts'

type Errors = Pick<ReplayErrors, 'NO_SUCH_TRACE' | 'NOT_REPLAYABLE'>

/** A recorded run with all it takes to play it where nothing of it is known. */
export async function exportCapsule(
  { db, workspaceId }: Pick<Context, 'db' | 'workspaceId'>,
  id: string,
  errors: Errors,
): Promise<Capsule> {
  const recorded = await getRecorded({ db, workspaceId }, id, errors)
  const refuse = (reason: string) => errors.NOT_REPLAYABLE({ data: { reason } })
  const { input, status } = recorded
  if (status !== 'success' && status !== 'error' && status !== 'timeout' && status !== 'cancelled')
    throw refuse('It still waits for an answer.')
  if (input === null || (await hasPast(db, workspaceId, recorded)))
    throw refuse('It went on from an earlier state, and a capsule starts from the input.')

  const [kept, spans, exchanges, events] = await Promise.all([
    findCapsuleRun(db, workspaceId, id),
    allOf(readDetails({ db, workspaceId, id })),
    listExchanges(db, workspaceId, id),
    listEvents(db, id),
  ])
  if (!kept || spans.length === 0) throw errors.NO_SUCH_TRACE()
  const { title, seed, budget, steering, graph, callees } = recorded
  const run = { ...kept.run, id, status, title, seed, input, budget, steering }
  const { document } = graph
  return sealCapsule({
    agent: kept.agent,
    run,
    graph: document,
    callees,
    spans,
    exchanges,
    events,
  })
}

/** Whether it found a state on its thread, or was given one. */
async function hasPast(
  db: Context['db'],
  workspaceId: string,
  { id, threadId, steering }: Recorded,
): Promise<boolean> {
  if (steering.checkpoint) return true
  return threadId !== id && (await findStart(db, workspaceId, { id, threadId })) !== null
}

async function listEvents(db: Context['db'], runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = []
  for await (const event of readRunEvents(db, runId)) events.push(event)
  return events
}
