import type {
  AgentCall,
  CalledAgents,
  GraphDocument,
  ReplaySettings,
  RunOptions,
  StartReplay,
} from '@lathe/contract'
import { findCalledAgent, listCalledAgents, hashDocument } from '@lathe/graph'
import { v7 } from 'uuid'
import { copyCheckpoint, findStart } from '../../platform/db/checkpoints/copy-start.ts'
import type { Queries } from '../../platform/db/db.ts'
import { findTrace } from '../../traces/query/read-traces.ts'
import { resolveAgentCalls } from '../../agents/resolve-agent-calls.ts'
import type { Context } from '../../api/context.ts'
import { checkGraph } from '../../agents/check-graph.ts'
import { withPrompts } from '../../agents/registry-prompts.ts'
import { findRunnable } from '../start/runnable-graph.ts'
import type { NewRun } from '../start/start-run.store.ts'
import { problemPath } from '../start/start-run.ts'
import { findRecorded, type Recorded } from './find-recorded.ts'
import { readEvents } from './read-events.ts'
import { deleteReplay, insertReplay } from './replays.store.ts'

/** The part of the request context that replays need. A batch has no request. */
export type ReplayContext = Pick<Context, 'db' | 'workspaceId' | 'executor' | 'limits' | 'tools'>

export type ReplayErrors = {
  NO_SUCH_TRACE: () => Error
  NO_SUCH_VERSION: () => Error
  NOT_REPLAYABLE: (options: { data: { reason: string } }) => Error
  GRAPH_INVALID: (options: { data: { problems: { path: string; message: string }[] } }) => Error
  OVERLOADED: (options: { data: { retryAfterMs: number } }) => Error
}

const RETRY_AFTER_MS = 1_000

/** Starts a run of a recorded trace that replays it. Returns the id of the replay. */
export async function startReplay(
  context: ReplayContext,
  { traceId, ...settings }: StartReplay,
  errors: ReplayErrors,
  batchId?: string,
): Promise<string> {
  const { db, workspaceId, executor } = context
  const recorded = await getRecorded(context, traceId, errors)
  const { graph, version } = await findReplayGraph(context, recorded, settings, errors)
  const calledAgents = await resolveRecordedAgents(context, recorded, graph.document)
  const id = v7()
  const run: NewRun = {
    id,
    agentId: recorded.agentId,
    threadId: await prepareThread(context, recorded, id, errors),
    version,
    graph,
    calledAgents,
    source: 'replay',
    title: recorded.title,
    input: recorded.input,
    budget: recorded.budget,
    options: pickRunOptions(recorded),
    metadata: { replayOf: traceId, replayMode: settings.mode },
    seed: recorded.seed,
  }
  const newReplay = { id, traceId, settings, ...(batchId !== undefined && { batchId }) }
  await insertReplay(db, workspaceId, newReplay)
  const inserted = await executor.launch({ workspaceId, run })
  if (inserted.type === 'inserted') return id
  await deleteReplay(db, workspaceId, id)
  throw errors.OVERLOADED({ data: { retryAfterMs: RETRY_AFTER_MS } })
}

/**
 * Resolves called agents to the versions of the recorded run, whatever has been published since.
 */
async function resolveRecordedAgents(
  { db, workspaceId }: ReplayContext,
  { calledAgents }: Recorded,
  document: GraphDocument,
): Promise<CalledAgents> {
  const isNew = (ref: AgentCall) => findCalledAgent(calledAgents, ref) === undefined
  const newAgents = await resolveAgentCalls(
    db,
    workspaceId,
    listCalledAgents(document).filter(isNew),
  )
  return { ...newAgents, ...calledAgents }
}

/** It stops nowhere, and a fork that was given input is part of the state it starts from. */
function pickRunOptions({ options, input }: Recorded): RunOptions {
  const { pinned, only, checkpoint } = options
  return {
    ...(pinned && { pinned }),
    ...(only !== undefined && { only }),
    ...(checkpoint && input === null && { checkpoint }),
  }
}

export async function getRecorded(
  { db, workspaceId }: Pick<ReplayContext, 'db' | 'workspaceId'>,
  traceId: string,
  errors: Pick<ReplayErrors, 'NO_SUCH_TRACE' | 'NOT_REPLAYABLE'>,
): Promise<Recorded> {
  const recorded = await findRecorded(db, workspaceId, traceId)
  const refuse = (reason: string) => errors.NOT_REPLAYABLE({ data: { reason } })
  if (!recorded) {
    if (!(await findTrace(db, workspaceId, traceId))) throw errors.NO_SUCH_TRACE()
    throw refuse('The trace came from another program, so its calls were not recorded.')
  }
  if (recorded.isHeld || recorded.status === 'pending' || recorded.status === 'running') {
    throw refuse('The run has not ended yet.')
  }
  return recorded
}

async function findReplayGraph(
  context: ReplayContext,
  { agentId, graph, version }: Recorded,
  settings: ReplaySettings,
  errors: ReplayErrors,
): Promise<{ graph: NewRun['graph']; version: number | null }> {
  if (settings.graph) {
    await refuseInvalid(context, settings.graph, errors)
    const replacement = { hash: hashDocument(settings.graph), document: settings.graph }
    const executed = await withPrompts(context.db, context.workspaceId, replacement)
    return { graph: executed, version: executed.hash === graph.hash ? version : null }
  }
  if (settings.version === undefined) return { graph, version }
  const { db, workspaceId } = context
  const found = await findRunnable(db, workspaceId, agentId, settings.version)
  if (typeof found === 'string') throw errors.NO_SUCH_VERSION()
  await refuseInvalid(context, found.document, errors)
  const { hash, document } = found
  return { graph: { hash, document }, version: found.version }
}

async function refuseInvalid(
  context: ReplayContext,
  document: GraphDocument,
  errors: ReplayErrors,
): Promise<void> {
  const problems = await checkGraph(context, document)
  const errorProblems = problems.filter(({ severity }) => severity === 'error')
  if (errorProblems.length === 0) return
  throw errors.GRAPH_INVALID({
    data: {
      problems: errorProblems.map((problem) => ({
        path: problemPath(problem),
        message: problem.message,
      })),
    },
  })
}

/** A thread of its own, which starts where the recorded run did. */
async function prepareThread(
  { db, workspaceId }: ReplayContext,
  recorded: Recorded,
  id: string,
  errors: ReplayErrors,
): Promise<string> {
  // The run made its thread, so there is nothing before it.
  if (recorded.threadId === recorded.id) return id
  const start = await findStart(db, workspaceId, recorded)
  if (start === null) return id
  if (start === undefined) {
    const reason = 'Its thread was deleted, and with it the state it started from.'
    throw errors.NOT_REPLAYABLE({ data: { reason } })
  }
  const { Checkpointer } = await import('../../platform/db/checkpoints/checkpointer.ts')
  const threadId = v7()
  const from = { threadId: recorded.threadId, checkpointId: start }
  const ownTasks = await listTasks(db, recorded.id)
  await copyCheckpoint(new Checkpointer(db, workspaceId), from, threadId, ownTasks)
  return threadId
}

/**
 * Lists the tasks a run executed itself, without those of the checkpoint it started from. A replay
 * repeats them.
 */
async function listTasks(db: Queries, runId: string): Promise<Set<string>> {
  const tasks = new Set<string>()
  for await (const body of readEvents(db, runId)) {
    if (body.type === 'node-start') tasks.add(body.taskId)
  }
  return tasks
}
