import type { GraphRuntime, NodeCall, PromptRef } from '@lathe/graph/compile'
import { LatheError } from '../errors/lathe-error.ts'
import { toJson } from '../record/to-json.ts'
import { askHuman } from './calls/ask.ts'
import { missingConnection, noConnection } from './connections.ts'
import { type ActiveRuns, getRun } from './active-run.ts'
import { toFailure } from './failure.ts'
import { getClockAndSeed } from './calls/clock-and-seed.ts'
import { runPorts } from './ports.ts'
import type * as Adapter from './calls/recorded-chat-model.ts'
import { createNodeRunner, outsideExecution, getTaskId } from './run-node.ts'
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
import type { PriceUsage } from '../record/usage.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { FindDocuments } from './calls/collection-search.ts'
import type { WriteLog } from './write-once.ts'
import type { RunSink } from '../record/recorder.ts'
import type { RunRequest } from './request.ts'

export type SavingRun = Pick<RunRequest, 'runId' | 'attempt'> & { sink: RunSink }

export type EngineDeps = {
  /**
   * With a run, the saver saves nothing after that attempt lost the run. If it has a true
   * `savesWithRecord`, it stores checkpoints in order and together with the sink's records.
   */
  checkpointer: (workspaceId: string, run?: SavingRun) => BaseCheckpointSaver
  /** Long-term memory. Without it nothing is remembered across threads. */
  store?: (workspaceId: string) => BaseStore
  /** Log of side effects. Without it a resumed run may repeat a writing tool call. */
  writes?: (workspaceId: string) => WriteLog
  /** Undefined if there is no such connection. */
  connection: (workspaceId: string, name: string) => Promise<ModelConnection | undefined>
  /** Messages of a registry prompt. Undefined if there is none. */
  prompt?: (workspaceId: string, ref: PromptRef) => Promise<PromptMessage[] | undefined>
  models: ModelAccess
  tools: FindTools
  /** Network access of tools. */
  fetch: EgressFetch
  sandbox: Sandbox
  /** Searches a workspace's collections. Absent if there are none. */
  retrieve?: FindDocuments
  limits: Pick<Limits, 'runSteps' | 'runTimeoutMs' | 'toolTimeoutMs'>
  /** Prices of a workspace. Without them every cost is unknown. */
  prices?: (workspaceId: string) => Promise<PriceUsage> | PriceUsage
  clock?: Clock
}

export type RuntimeWith = (tools: ToolRegistry) => GraphRuntime

/** Creates the runtime of all graphs. It finds the calling run by async context. */
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
  // Loaded with the first call, so that an idle server does without the adapter's memory.
  let adapter: Promise<typeof Adapter> | undefined
  const fetch = deps.models.forRun(runPorts)
  const currentWorld = ({ path, config }: NodeCall) => {
    const run = getRun(runs, config)
    // After an error, routing runs in the execution around the node.
    const node = run.executions.get(getTaskId(config)) ?? currentScope()?.node
    return getClockAndSeed(run, node ?? outsideExecution(run, path))
  }

  return {
    runNode: createNodeRunner(runs),
    pinned: ({ config }) => getRun(runs, config).request.runOptions.pinned?.[getScope().node.path],
    left: noteEdge,
    ask: askHuman,
    async chatModel(settings, call) {
      const { connections, saves, request } = getRun(runs, call.config)
      const [found] = await Promise.all([
        connections.find(settings.connection),
        saves.beforeSpending(),
      ])
      const connection =
        found ?? (request.replay ? missingConnection(settings.connection) : undefined)
      if (!connection) throw noConnection(settings.connection)
      const { RecordedChatModel } = await (adapter ??= import('./calls/recorded-chat-model.ts'))
      return new RecordedChatModel({ connection, settings, fetch, retry: deps.models.retry }, call)
    },
    retrieve: (search, call) => recordedSearch(deps.retrieve, search, call),
    within: recordWithin,
    rejectedCall: recordRefusal,
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
    cacheKey: (source, scope) => sandbox.evaluateSync(source, scope, NO_WORLD),
    async runCode(source, scope, call) {
      const { signal } = call.config
      const { value, logs } = await sandbox.runCode(source, scope, currentWorld(call), {
        ...(signal && { signal }),
      })
      noteLogs(logs)
      return value
    },
    reduce: (source, current, update) =>
      sandbox.evaluateSync(source, { current, update }, NO_WORLD),
    async reduceAhead(source, current, update) {
      try {
        await sandbox.precompute(source, { current, update }, NO_WORLD)
      } catch (error) {
        // With parallel writers LangGraph may call the reducer with other values, so only a timeout
        // counts here.
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

/**
 * Reducers and cache keys run between nodes, repeatedly, so they have neither clock nor randomness.
 */
const NO_WORLD = { now: 0, seed: 'between nodes' }

function noteLogs(logs: string[]): void {
  const scope = currentScope()
  for (const line of logs) scope?.run.recorder.note(scope.span, 'log', { line })
}

function noteEdge(_: NodeCall, port: string): void {
  const scope = currentScope()
  scope?.run.recorder.note(scope.span, 'way', { port })
}
