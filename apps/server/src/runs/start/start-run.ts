import type {
  CalledAgents,
  GraphDocument,
  JsonObject,
  JsonSchema,
  Problem,
  StartRun,
} from '@lathe/contract'
import { newId } from '@lathe/engine/ids'
import { listCalledAgents, inputSchema, validateJson } from '@lathe/graph'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/db.ts'
import { resolveAgentCalls } from '../../agents/resolve-agent-calls.ts'
import type { Context } from '../../api/context.ts'
import { invalidInput, invalidInputs } from '../../platform/http/errors.ts'
import { checkGraph } from '../../agents/check-graph.ts'
import { readState } from '../../threads/thread-state.ts'
import { findContinuation } from './continuation.ts'
import { endReplacedRuns, replacesOthers } from './double-texting.ts'
import { runTitle } from '../api/run-title.ts'
import { isAgentLimited, type RunnableGraph } from './runnable-graph.ts'
import { concerns, planAlone, rejectMissingRecording } from './run-alone.ts'
import { findFork } from './fork.ts'
import { rejectInvalidOptions, pickRunOptions } from './run-options.ts'
import { getRunnable, refuseForeign, refuseThread, type StartErrors } from './start-checks.ts'
import { insertPending, type NewRun } from './start-run.store.ts'
import { refuseUnpriced } from './refuse-unpriced.ts'
import { enterGate, RETRY_AFTER_MS } from './start-gate.ts'
import { promoteNext } from './thread-queue.store.ts'

/** Attempts to insert a replacing run on a thread where other runs keep starting. */
const MAX_ATTEMPTS = 5

export type Started = { id: string; threadId: string; agentId: string; document: GraphDocument }

/** State that the caller has already read. */
export type KnownStart = {
  graph?: RunnableGraph
  /** The agent of the thread. */
  threadAgentId?: string
  /** The thread has no runs. */
  isFirst?: boolean
  /** A run of the thread that waits for a human, to be replaced by the new one. */
  pausedRunId?: string | undefined
}

/** Starts a run: validates the request, inserts the run and wakes the executor. */
export async function startRun(
  context: Context,
  input: StartRun,
  errors: StartErrors,
  knownStart: KnownStart = {},
): Promise<Started> {
  // A replacing run may wait long for other runs to stop, so it takes no slot.
  const isReplacing = input.threadId !== undefined && replacesOthers(input.multitaskStrategy)
  const leaveGate = isReplacing
    ? () => undefined
    : await enterGate(context.db, () => overloaded(errors))
  try {
    return await checkAndInsert(context, input, errors, knownStart)
  } finally {
    leaveGate()
  }
}

const overloaded = (errors: StartErrors) =>
  errors.OVERLOADED({ data: { retryAfterMs: RETRY_AFTER_MS } })

async function checkAndInsert(
  context: Context,
  input: StartRun,
  errors: StartErrors,
  knownStart: KnownStart,
): Promise<Started> {
  const { threadId, multitaskStrategy: strategy } = input
  const hasThread = threadId !== undefined
  const replaceOthers = async () => {
    if (hasThread)
      await endReplacedRuns(context, { threadId, strategy, pausedRunId: knownStart.pausedRunId })
  }
  // A run without input continues from the state that the others leave. An invalid request must end no run.
  if (input.input === undefined) await replaceOthers()
  const { graph, title, values, calledAgents } = await checkRequest(
    context,
    input,
    errors,
    knownStart,
  )
  if (input.input !== undefined) await replaceOthers()

  const id = newId()
  const run: NewRun = {
    id,
    agentId: graph.agentId,
    threadId: input.threadId ?? id,
    version: graph.version,
    graph,
    calledAgents,
    source: input.source,
    title,
    input: values,
    budget: input.budget,
    metadata: withUser(input),
    options: pickRunOptions(input),
    isQueuedOnThread: hasThread && strategy === 'enqueue',
    isFirst: !hasThread || (knownStart.isFirst === true && values !== null && !input.checkpoint),
  }
  const isLimited = graph.isLimited ?? (await isAgentLimited(context.db, graph.agentId))
  const isQueued = run.isQueuedOnThread === true || isLimited
  const { workspaceId } = context
  const insert = () =>
    isQueued ? enqueue(context, run) : context.executor.launch({ workspaceId, run })
  let inserted = await insert()
  // Another run may have started on the thread in the meantime.
  for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) {
    if (inserted.type !== 'thread-busy' || !replacesOthers(strategy)) break
    await replaceOthers()
    inserted = await insert()
  }
  if (inserted.type === 'overloaded') throw overloaded(errors)
  if (inserted.type === 'thread-busy') {
    throw errors.THREAD_BUSY({ data: { runId: inserted.runId, status: inserted.status } })
  }
  return { id, threadId: run.threadId, agentId: graph.agentId, document: graph.document }
}

/** The user of a run is part of its metadata, so that resumed runs and traces have it as well. */
function withUser({ metadata, configurable = {} }: StartRun): JsonObject {
  const userId = USER_KEYS.map((key) => configurable[key]).find((id) => id != null && id !== '')
  if (typeof userId !== 'string' && typeof userId !== 'number') return metadata
  return { ...metadata, user_id: String(userId) }
}

/** Set by servers that authenticate users, and by other callers. */
const USER_KEYS = ['langgraph_auth_user_id', 'user_id'] as const

/**
 * Queues a run behind live and queued runs of its thread and the limit of its agent. Starts it at
 * once if there are none.
 */
async function enqueue({ db, workspaceId, limits, executor }: Context, run: NewRun) {
  const inserted = await insertPending(db, { workspaceId, run }, limits.runsQueued)
  if (!run.isQueuedOnThread || (await promoteNext(db, run.threadId))) executor.wake()
  return inserted
}

/** Resolves the graph, its called agents and the input. Throws if the request is invalid. */
async function checkRequest(
  context: Context,
  input: StartRun,
  errors: StartErrors,
  knownStart: KnownStart,
): Promise<Plan & { calledAgents: CalledAgents }> {
  const startPlan = await plan(context, input, errors, knownStart)
  const { graph } = startPlan
  const calledAgents = startPlan.calledAgents ?? (await resolveCalledAgents(context, graph, input))
  await refuseInvalid(context, { graph, calledAgents, only: input.only }, errors)
  await refuseUnpriced(context, { graph, calledAgents }, input)
  return { ...startPlan, calledAgents }
}

type Plan = Pick<NewRun, 'title'> & {
  graph: RunnableGraph
  values: JsonObject | null
  /** The called agents of the run that it continues. */
  calledAgents?: CalledAgents | undefined
}

async function plan(
  context: Context,
  start: StartRun,
  errors: StartErrors,
  knownStart: KnownStart,
): Promise<Plan> {
  const { agent, version, threadId, input, only } = start
  const checkpoint = start.checkpoint ?? (await findCommandTarget(context, start))
  if (checkpoint && threadId !== undefined) {
    const forked = { ...start, threadId, checkpoint }
    const { graph, calledAgents, title } = await findFork(context, forked, errors)
    rejectInvalidOptions(graph.document, start)
    if (input !== undefined) refuseInput(graph, input)
    const ownTitle = input === undefined ? title : runTitle(graph.document, input)
    return { graph, calledAgents, title: ownTitle, values: input ?? null }
  }
  if (input === undefined) {
    if (threadId === undefined) throw invalidInput('threadId', 'is missing')
    const continuation = await findContinuation(context, { ...start, threadId }, errors)
    rejectInvalidOptions(continuation.graph.document, start)
    return { ...continuation, values: null }
  }
  const graph =
    knownStart.graph ?? (await getRunnable(context, agent, version ?? 'published', errors))
  rejectInvalidOptions(graph.document, start)
  if (only !== undefined) {
    await rejectMissingRecording(context, start)
    return planAlone(graph, only, input)
  }
  refuseInput(graph, input)
  if (threadId !== undefined) {
    if (knownStart.threadAgentId !== undefined)
      refuseForeign(knownStart.threadAgentId, graph.agentId)
    else await refuseThread(context, threadId, graph.agentId, errors)
  }
  return { graph, title: runTitle(graph.document, input), values: input }
}

/** Returns the interrupts that a command without ids resumes. */
async function findCommandTarget({ db, workspaceId }: Context, { command, threadId }: StartRun) {
  if (!command || threadId === undefined) return undefined
  const { checkpointId } = await readState(db, workspaceId, threadId)
  if (checkpointId === null) {
    throw invalidInput('command', 'this thread has no runs: send an `input`')
  }
  return { id: checkpointId }
}

const resolveCalledAgents = (
  { db, workspaceId }: Context,
  { document }: RunnableGraph,
  { calls }: StartRun,
) => resolveAgentCalls(db, workspaceId, listCalledAgents(document), calls)

/** Recently validated graphs. Short-lived, because what they refer to may change. */
const validGraphs = new WeakMap<Db, LRUCache<string, true>>()

function getValidGraphs(db: Db) {
  const validKeys = validGraphs.get(db) ?? new LRUCache<string, true>({ max: 1_000, ttl: 10_000 })
  validGraphs.set(db, validKeys)
  return validKeys
}

type CheckedRun = Pick<NewRun, 'calledAgents'> & { graph: RunnableGraph; only: string | undefined }

async function refuseInvalid(
  context: Context,
  { graph: { hash, document }, calledAgents, only }: CheckedRun,
  errors: StartErrors,
): Promise<void> {
  const agentHashes = Object.entries(calledAgents).map(
    ([name, calledAgent]) => `${name}=${calledAgent.hash}`,
  )
  const key = [context.workspaceId, hash, only ?? '', ...agentHashes].join(' ')
  const validKeys = getValidGraphs(context.db)
  if (validKeys.has(key)) return
  const problems = await checkGraph(context, document, {
    calledAgents,
    deeply: only === undefined,
  })
  const errorProblems = problems.filter(
    (problem) => problem.severity === 'error' && (only === undefined || concerns(only, problem)),
  )
  if (errorProblems.length > 0) {
    const data = {
      problems: errorProblems.map((problem) => ({
        path: problemPath(problem),
        message: problem.message,
      })),
    }
    throw errors.GRAPH_INVALID({ data })
  }
  validKeys.set(key, true)
}

export function problemPath({ location: { node, edge, channel, field } }: Problem): string {
  const parts = [
    node === undefined ? [] : ['nodes', node],
    edge === undefined ? [] : ['edges', edge],
    channel === undefined ? [] : ['state', channel],
    field ?? [],
  ]
  return parts.flat().join('.')
}

/** A validator is compiled once per schema object, so each document keeps its own. */
const schemas = new WeakMap<GraphDocument, JsonSchema>()

function getInputSchema(document: GraphDocument): JsonSchema {
  const schema = schemas.get(document) ?? inputSchema(document)
  schemas.set(document, schema)
  return schema
}

function refuseInput({ document }: RunnableGraph, input: JsonObject): void {
  const schema = getInputSchema(document)
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  const missing = required.filter((channel) => !Object.hasOwn(input, channel))
  const issues =
    missing.length > 0
      ? missing.map((channel) => ({ path: channel, message: 'is missing' }))
      : validateJson(schema, input)
  if (issues.length > 0) {
    throw invalidInputs(issues.map(({ path, message }) => ({ path: `input.${path}`, message })))
  }
}
