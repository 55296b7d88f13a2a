import {
  type GraphDocument,
  type Json,
  type JsonObject,
  type StartRun,
  isJsonObject,
} from '@lathe/contract'
import { NO_AGENT } from '../../../platform/db/tables/runs.ts'
import type { RunnableGraph } from '../../../runs/start/runnable-graph.ts'
import { getRunnable } from '../../../runs/start/start-checks.ts'
import { startRun } from '../../../runs/start/start-run.ts'
import { readHistory } from '../../../threads/thread-state.ts'
import type { Context } from '../../../api/context.ts'
import { invalidInput, refusal } from '../../../platform/http/errors.ts'
import { startErrors } from '../errors.ts'
import type { ThreadRecord } from '../threads/thread-row.ts'
import { fromWireValues } from '../wire/values.ts'
import { readCommand } from './command.ts'
import { readBreakpoints } from './breakpoints.ts'
import type { RunBody } from './run-body.ts'

/** Loads the graph that a request executes. */
export const loadGraph = (context: Context, { assistant_id: agent }: RunBody) =>
  getRunnable(context, agent, 'published', startErrors)

type LaunchTarget = {
  thread: ThreadRecord | null
  /** The interrupted run of the thread. LangGraph replaces it by any new run. */
  pausedRunId: string | undefined
}

/** Starts a run for a request of a LangGraph client. */
export async function launchRun(
  context: Context,
  graph: RunnableGraph,
  body: RunBody,
  { thread, pausedRunId }: LaunchTarget,
) {
  const threadId = thread?.id
  const { document } = graph
  const input = readInput(body)
  if (input) rejectChat(body, document, input)
  const command = readCommand(document, body)
  if (!input && threadId === undefined) {
    throw invalidInput('input', 'is missing: without a thread there is nothing to resume')
  }
  const checkpoint = await findFork(context, threadId, body)
  const run: StartRun = {
    agent: body.assistant_id,
    ...(threadId !== undefined && { threadId }),
    ...(input && { input: await withoutOrphans(context, thread, fromWireValues(document, input)) }),
    ...readBreakpoints(body, document),
    ...(checkpoint && { checkpoint }),
    ...(command && { command }),
    budget: readBudget(body),
    metadata: { ...body.config?.metadata, ...body.metadata },
    configurable: { ...body.context, ...body.config?.configurable },
    source: 'api',
    calls: 'published',
    multitaskStrategy: body.multitask_strategy ?? 'reject',
  }
  const { id: runId, ...started } = await startRun(context, run, startErrors, {
    graph,
    pausedRunId,
    ...(thread && { threadAgentId: thread.agentId ?? NO_AGENT, isFirst: thread.run === null }),
  })
  return { runId, ...started, forkedFrom: checkpoint?.id ?? null }
}

function readInput({ input }: RunBody): JsonObject | null {
  if (input === undefined || input === null) return null
  if (!isJsonObject(input)) throw invalidInput('input', 'must be an object of input channels')
  return input
}

/** Drops tool messages that match no call of the conversation, because providers reject them. */
async function withoutOrphans(
  { db, workspaceId }: Context,
  thread: ThreadRecord | null,
  input: JsonObject,
): Promise<JsonObject> {
  if (!thread?.run || !Object.values(input).some((value) => toolCallIds(value).length > 0))
    return input
  const [stored] = await readHistory(db, workspaceId, thread.id, { limit: 0, withPaused: true })
  const channels = Object.entries(input).map(([name, value]) => {
    const calls = new Set([...callIds(stored?.values[name]), ...callIds(value)])
    const hasCalls = (message: Json) => toolCallIds([message]).every((id) => calls.has(id))
    return [name, Array.isArray(value) ? value.filter(hasCalls) : value]
  })
  return Object.fromEntries(channels)
}

const listObjects = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : []

const toolCallIds = (messages: Json): Json[] =>
  listObjects(messages).flatMap(({ role, toolCallId }) =>
    role === 'tool' ? (toolCallId ?? []) : [],
  )

const callIds = (messages: Json | undefined): Json[] =>
  listObjects(messages).flatMap(({ toolCalls }) =>
    listObjects(toolCalls).flatMap(({ id }) => id ?? []),
  )

/** Chat clients send only messages, so an error about missing channels would not help them. */
function rejectChat({ assistant_id: agent }: RunBody, document: GraphDocument, input: JsonObject) {
  const isChatInput = Object.hasOwn(input, 'messages') && !document.input.includes('messages')
  if (!isChatInput) return
  const channels = document.input.map((name) => `\`${name}\``).join(', ') || 'none'
  throw refusal(
    422,
    'NOT_A_CHAT_AGENT',
    `The agent \`${agent}\` has no \`messages\` input, so a chat client cannot drive it. Its inputs: ${channels}. POST /assistants/search with {"metadata":{"chat":true}} lists the agents that can chat.`,
    { inputs: document.input },
  )
}

/** Clients that show branches also name the newest checkpoint, which is not a fork. */
async function findFork(
  { db, workspaceId }: Context,
  threadId: string | undefined,
  { checkpoint, checkpoint_id: checkpointId, config }: RunBody,
) {
  const id = checkpoint?.checkpoint_id ?? checkpointId ?? config?.configurable?.['checkpoint_id']
  if (typeof id !== 'string') return undefined
  if (threadId === undefined) throw invalidInput('checkpoint_id', 'requires a thread id')
  const [newest] = await readHistory(db, workspaceId, threadId, { limit: 0 })
  return newest?.id === id ? undefined : { id }
}

function readBudget({ config }: RunBody): StartRun['budget'] {
  const steps = config?.recursion_limit
  return steps == null ? {} : { steps }
}
