import type {
  GraphDocument,
  JsonObject,
  JsonSchema,
  Problem,
  RunStatus,
  StartRun,
} from '@lathe/contract'
import { inputSchema, validateJson } from '@lathe/graph'
import { LRUCache } from 'lru-cache'
import { v7 } from 'uuid'
import type { Context } from '../../http/api.ts'
import { invalidInput, invalidInputs } from '../../http/errors.ts'
import { checkGraph } from '../agents/check-graph.ts'
import { runTitle } from './run-title.ts'
import { findRunnable, type RunnableGraph } from './runnable-graph.ts'
import { insertRun, type NewRun } from './start-run.store.ts'

type StartErrors = {
  NO_SUCH_AGENT: () => Error
  NO_SUCH_VERSION: (options?: { message?: string }) => Error
  NO_SUCH_THREAD: () => Error
  GRAPH_INVALID: (options: { data: { problems: { path: string; message: string }[] } }) => Error
  THREAD_BUSY: (options: { data: { runId: string; status: RunStatus } }) => Error
  OVERLOADED: (options: { data: { retryAfterMs: number } }) => Error
}

const RETRY_AFTER_MS = 1_000

/** From a request to a pending run and a woken executor; gives the run's id. */
export async function startRun(
  context: Context,
  input: StartRun,
  errors: StartErrors,
): Promise<string> {
  const graph = await getRunnable(context, input, errors)
  await refuseInvalid(context, graph, errors)
  refuseInput(graph, input.input)
  if (input.threadId !== undefined) await refuseThread(context, input.threadId, graph, errors)

  const id = v7()
  const run: NewRun = {
    id,
    agentId: graph.agentId,
    threadId: input.threadId ?? id,
    version: graph.version,
    graph,
    source: input.source,
    title: runTitle(graph.document, input.input),
    input: input.input,
    budget: input.budget,
    metadata: input.metadata,
  }
  const { db, workspaceId, limits, executor } = context
  const inserted = await executor.launch((lease) =>
    insertRun(db, workspaceId, run, limits.runsQueued, lease),
  )
  if (inserted.type === 'overloaded') {
    throw errors.OVERLOADED({ data: { retryAfterMs: RETRY_AFTER_MS } })
  }
  if (inserted.type === 'thread-busy') {
    throw errors.THREAD_BUSY({ data: { runId: inserted.runId, status: inserted.status } })
  }
  return id
}

async function getRunnable(
  { db, workspaceId }: Context,
  { agent, version }: StartRun,
  errors: StartErrors,
): Promise<RunnableGraph> {
  const graph = await findRunnable(db, workspaceId, agent, version)
  if (graph === 'no-agent') throw errors.NO_SUCH_AGENT()
  if (graph !== 'no-version') return graph
  throw version === 'published'
    ? errors.NO_SUCH_VERSION({ message: 'This agent has no published version yet' })
    : errors.NO_SUCH_VERSION()
}

/** Graphs found valid lately; what they refer to may have changed since, so not for long. */
const valid = new LRUCache<string, true>({ max: 1_000, ttl: 10_000 })

async function refuseInvalid(
  context: Context,
  { hash, document }: RunnableGraph,
  errors: StartErrors,
): Promise<void> {
  const key = `${context.workspaceId} ${hash}`
  if (valid.has(key)) return
  const problems = await checkGraph(context, document)
  const grave = problems.filter(({ severity }) => severity === 'error')
  if (grave.length > 0) {
    const data = {
      problems: grave.map((problem) => ({ path: pathOf(problem), message: problem.message })),
    }
    throw errors.GRAPH_INVALID({ data })
  }
  valid.set(key, true)
}

function pathOf({ place: { node, edge, channel, field } }: Problem): string {
  const parts = [
    node === undefined ? [] : ['nodes', node],
    edge === undefined ? [] : ['edges', edge],
    channel === undefined ? [] : ['state', channel],
    field ?? [],
  ]
  return parts.flat().join('.')
}

/** A validator is prepared once for each schema, so a document keeps its own. */
const schemas = new WeakMap<GraphDocument, JsonSchema>()

function schemaOf(document: GraphDocument): JsonSchema {
  const schema = schemas.get(document) ?? inputSchema(document)
  schemas.set(document, schema)
  return schema
}

function refuseInput({ document }: RunnableGraph, input: JsonObject): void {
  const schema = schemaOf(document)
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

/** A thread's state belongs to the agent that wrote it. */
async function refuseThread(
  { db, workspaceId }: Context,
  threadId: string,
  { agentId }: RunnableGraph,
  errors: StartErrors,
): Promise<void> {
  const thread = await db
    .selectFrom('threads')
    .select('agent_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', threadId)
    .executeTakeFirst()
  if (!thread) throw errors.NO_SUCH_THREAD()
  if (thread.agent_id !== agentId) {
    throw invalidInput('threadId', 'this thread belongs to another agent')
  }
}
