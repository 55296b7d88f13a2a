import type { Capsule, CapsuleContent, CapsuleSecret, RunEvent } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { findStart } from '../../../platform/db/checkpoints/copy-start.ts'
import { listExchanges } from '../../../traces/store/exchanges.ts'
import { collectSpans, readSpanDetails } from '../../../traces/query/read-details.ts'
import type { Context } from '../../../api/context.ts'
import type { Recorded } from '../find-recorded.ts'
import { readRunEvents } from '../read-events.ts'
import { redactRecording } from '../redact-recording.ts'
import { getRecorded, type ReplayErrors } from '../start-replay.ts'
import { sealCapsule } from './capsule-sum.ts'
import { findCapsuleRun } from './capsule.store.ts'

type Errors = Pick<ReplayErrors, 'NO_SUCH_TRACE' | 'NOT_REPLAYABLE'>

type Exporting = Pick<Context, 'db' | 'workspaceId'>

/** Returns a recorded run with everything needed to replay it on a server that does not know it. */
export async function exportCapsule(
  context: Exporting,
  { id, secrets }: { id: string; secrets: 'redact' | 'include' },
  errors: Errors,
): Promise<Capsule> {
  const content = await readContent(context, id, errors)
  return sealCapsule(secrets === 'include' ? content : redactContent(content))
}

/** Lists the secrets in a recorded run. */
export async function listCapsuleSecrets(
  context: Exporting,
  id: string,
  errors: Errors,
): Promise<CapsuleSecret[]> {
  return redactRecording(await readContent(context, id, errors)).secrets
}

/** The hash of a called agent's graph is that of its redacted document. */
function redactContent(content: CapsuleContent): CapsuleContent {
  const { recording } = redactRecording(content)
  const calledAgents = Object.entries(recording.calledAgents).map(([name, calledAgent]) => [
    name,
    { ...calledAgent, hash: hashDocument(calledAgent.document) },
  ])
  return { ...recording, calledAgents: Object.fromEntries(calledAgents) }
}

async function readContent(
  { db, workspaceId }: Exporting,
  id: string,
  errors: Errors,
): Promise<CapsuleContent> {
  const recorded = await getRecorded({ db, workspaceId }, id, errors)
  const refuse = (reason: string) => errors.NOT_REPLAYABLE({ data: { reason } })
  const { input, status } = recorded
  if (status !== 'success' && status !== 'error' && status !== 'timeout' && status !== 'cancelled')
    throw refuse('The run still waits for an answer.')
  if (input === null || (await hasEarlierState(db, workspaceId, recorded)))
    throw refuse('The run continued an earlier state, and a capsule must start from the input.')

  const [runFields, spans, exchanges, events] = await Promise.all([
    findCapsuleRun(db, workspaceId, id),
    collectSpans(readSpanDetails({ db, workspaceId, id })),
    listExchanges(db, workspaceId, id),
    listEvents(db, id),
  ])
  if (!runFields || spans.length === 0) throw errors.NO_SUCH_TRACE()
  const { title, seed, budget, options, graph, calledAgents } = recorded
  const run = { ...runFields.run, id, status, title, seed, input, budget, options }
  const { document } = graph
  return {
    agent: runFields.agent,
    run,
    graph: document,
    calledAgents,
    spans,
    exchanges,
    events,
  }
}

/** Whether the run continued a state of its thread or was given one. */
async function hasEarlierState(
  db: Context['db'],
  workspaceId: string,
  { id, threadId, options }: Recorded,
): Promise<boolean> {
  if (options.checkpoint) return true
  return threadId !== id && (await findStart(db, workspaceId, { id, threadId })) !== null
}

async function listEvents(db: Context['db'], runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = []
  for await (const event of readRunEvents(db, runId)) events.push(event)
  return events
}
