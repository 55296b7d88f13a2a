import type { GraphRuntime, NodeCall, PromptRef } from '@lathe/graph/compile'
import { LatheError } from '../errors/lathe-error.ts'
import { toJson } from '../record/to-json.ts'
import { askHuman } from './calls/ask.ts'
import { absentConnection, noConnection } from './connections.ts'
import { type ActiveRuns, getRun } from './active-run.ts'
import { toFailure } from './failure.ts'
import { getWorld } from './calls/node-world.ts'
import { runPorts } from './ports.ts'
import type * as Adapter from './calls/recorded-chat-model.ts'
import { outsideExecution, runNode, getTaskId } from './run-node.ts'
import { recordedSearch } from './calls/recorded-search.ts'
import { recordRefusal, recordWithin, recordedTool, reportMessage } from './calls/recorded-tool.ts'
import { currentScope, getScope } from './scope.ts'
import type { ToolRegistry, FindTools } from '../tools/definition.ts'
import type { BaseCheckpointSaver, BaseStore } from '@langchain/langgraph-checkpoint'
import type { Limits, PromptMessage } from '@lathe/contract'
import type { EgressFetch } from '../egress/egress.ts'
import type { ModelAccess } from '../fetch/pipeline.ts'
import type { ModelConnection } from '../fetch/request.ts'
import type { Clock } from '../record/clock.ts'
import type { PriceOf } from '../record/usage.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { FindDocuments } from './calls/collection-search.ts'
import type { WriteLog } from './write-once.ts'
import type { RunSink } from '../record/recorder.ts'
import type { RunRequest } from './request.ts'

export type SavingRun = Pick<RunRequest, 'runId' | 'attempt'> & { sink: RunSink }

export type EngineDeps = {
  /**
   * For a run, one that saves nothing more when that attempt of it has lost the run. With a true
   * `savesWithRecord` it stores what it is asked in its order, together with what the sink has by then.
   */
  checkpointer: (workspaceId: string, run?: SavingRun) => BaseCheckpointSaver
  /** Long-term memory; without one nothing is remembered across threads. */
  store?: (workspaceId: string) => BaseStore
  /** Without one a run that is resumed may call a tool that writes again. */
  writes?: (workspaceId: string) => WriteLog
  /** Undefined when there is no such connection. */
  connection: (workspaceId: string, name: string) => Promise<ModelConnection | undefined>
  /** A registry prompt's messages; undefined when there is none. */
  prompt?: (workspaceId: string, ref: PromptRef) => Promise<PromptMessage[] | undefined>
  models: ModelAccess
  tools: FindTools
  /** What tools reach the network by. */
  fetch: EgressFetch
  sandbox: Sandbox
  /** Searches the collections of a workspace; without it there are none. */
  retrieve?: FindDocuments
  limits: Pick<Limits, 'runSteps' | 'runTimeoutMs' | 'toolTimeoutMs'>
  /** Those of a workspace; without them no cost is known. */
  prices?: (workspaceId: string) => Promise<PriceOf> | PriceOf
  clock?: Clock
}

export type RuntimeWith = (tools: ToolRegistry) => GraphRuntime

/** The world of every run: which run touches it is read from where the call is made. */
export function createRuntime(deps: EngineDeps, runs: ActiveRuns): RuntimeWith {
  const runtime = createToollessRuntime(deps, runs)
  const { fetch, sandbox, writes, retrieve, store, models, limits } = deps
  const timeoutMs = limits.toolTimeoutMs
  const access = { fetch, sandbox, timeoutMs, writes, retrieve, store, models }
  return (tools) => ({
    ...runtime,
    tool(name) {
      const tool = tools.find(name)
      return tool && recordedTool(tool, access)
    },
  })
}

function createToollessRuntime(deps: EngineDeps, runs: ActiveRuns): Omit<GraphRuntime, 'tool'> {
  const { sandbox } = deps
  // Loaded with the first call: an idle server does without the adapter's memory.
  let adapter: Promise<typeof Adapter> | undefined
  const fetch = deps.models.forRun(runPorts)
  const currentWorld = ({ path, config }: NodeCall) => {
    const run = getRun(runs, config)
    // After an error a node's way on is looked for around it, in the agent that was called.
    const node = run.executions.get(getTaskId(config)) ?? currentScope()?.node
    return getWorld(run, node ?? outsideExecution(run, path))
  }

  return {
    runNode: (call, input, execute) => runNode(getRun(runs, call.config), call, input, execute),
    pinned: ({ config }) => getRun(runs, config).request.steering.pinned?.[getScope().node.path],
    left: noteEdge,
    ask: askHuman,
    async chatModel(settings, call) {
      const { connections, saves, request } = getRun(runs, call.config)
      const [found] = await Promise.all([
        connections.find(settings.connection),
        saves.beforeSpending(),
      ])
      const connection =
        found ?? (request.replay ? absentConnection(settings.connection) : undefined)
      if (!connection) throw noConnection(settings.connection)
      const { RecordedChatModel } = await (adapter ??= import('./calls/recorded-chat-model.ts'))
      return new RecordedChatModel({ connection, settings, fetch, retry: deps.models.retry }, call)
    },
    retrieve: (search, call) => recordedSearch(deps.retrieve, search, call),
    within: recordWithin,
    refused: recordRefusal,
    message: reportMessage,
    async prompt(ref, { config }) {
      const { request } = getRun(runs, config)
      const messages = await deps.prompt?.(request.workspaceId, ref)
      if (messages) return messages
      throw new LatheError('GRAPH_INVALID', `There is no prompt \`${ref.name}\``)
    },
    evaluate: (source, scope, call) =>
      sandbox.evaluateExpression(source, scope, currentWorld(call)),
    test: (source, scope, call) => sandbox.evaluateCondition(source, scope, currentWorld(call)),
    cacheKey: (source, scope) => sandbox.evaluateNow(source, scope, NO_WORLD),
    async runCode(source, scope, call) {
      const { signal } = call.config
      const { value, logs } = await sandbox.runCode(source, scope, currentWorld(call), {
        ...(signal && { signal }),
      })
      noteLogs(logs)
      return value
    },
    reduce: (source, current, update) => sandbox.evaluateNow(source, { current, update }, NO_WORLD),
    async reduceAhead(source, current, update) {
      try {
        await sandbox.evaluateAhead(source, { current, update }, NO_WORLD)
      } catch (error) {
        // Where others write too, LangGraph may call the reducer with other values, which decides about other errors.
        if (toFailure(error).code === 'CODE_TIMEOUT') throw error
      }
    },
    toJson,
    describeError(error) {
      const { code, message } = toFailure(error)
      return { code, message }
    },
    now: (call) => currentWorld(call).now * 1_000,
  }
}

/** Reducers and keys of caches run between nodes, again and again: they see no clock and no chance. */
const NO_WORLD = { now: 0, seed: 'between nodes' }

function noteLogs(logs: string[]): void {
  const scope = currentScope()
  for (const line of logs) scope?.run.recorder.note(scope.span, 'log', { line })
}

function noteEdge(_: NodeCall, port: string): void {
  const scope = currentScope()
  scope?.run.recorder.note(scope.span, 'way', { port })
}
