import type { RunnableConfig } from '@langchain/core/runnables'
import {
  _CONTEXT_VARIABLES_KEY as VARIABLES,
  AsyncLocalStorageProviderSingleton as contexts,
} from '@langchain/core/singletons'
import type { GraphDocument, RunError } from '@lathe/contract'
import { toolsUsed } from '@lathe/graph'
import { unknownCost } from '@lathe/traces'
import { systemClock } from '../record/clock.ts'
import { createRecorder, type RunSink } from '../record/recorder.ts'
import {
  type ActiveRun,
  type ActiveRuns,
  openRun,
  runContext,
  startRoot,
  stopRun,
} from './active-run.ts'
import { type StateUpdate, type UpdatedState, updateState } from './checkpoints/update-state.ts'
import { createConnections } from './connections.ts'
import { type Ending, execute } from './execute.ts'
import { createGraphs } from './graphs.ts'
import { startWallClock } from './limits.ts'
import type { RunOutcome, RunRequest } from './request.ts'
import { createRuntime, type EngineDeps } from './runtime.ts'
import { storeWriteAnswers } from './write-once.ts'

/** The key under which LangChain stores the current configuration. */
const CONFIG = Symbol.for('lc:child_config')

const withRunTree = contexts.runWithConfig.bind(contexts)

/**
 * Replaces LangChain's context runner. LangChain creates a LangSmith run tree around each step,
 * which nothing reads without callbacks and which takes longer than the step.
 */
function disableRunTree(): void {
  contexts.runWithConfig = (config: RunnableConfig | undefined, callback, ...rest) =>
    config?.callbacks === undefined
      ? withConfigAlone(config, callback)
      : withRunTree(config, callback, ...rest)
}

function withConfigAlone<T>(config: RunnableConfig | undefined, callback: () => T): T {
  const storage = contexts.getInstance()
  const variables: unknown = storage.getStore()?.[VARIABLES]
  return storage.run(
    {
      tracingEnabled: false,
      extra: { [CONFIG]: config },
      ...(variables !== undefined && { [VARIABLES]: variables }),
    },
    callback,
  )
}

export type ExecuteOptions = {
  /** Aborts running work. With the reason `HANDED_OVER` the run continues elsewhere. */
  signal?: AbortSignal
  /** Stops between supersteps. */
  drain?: AbortSignal
}

export type Engine = {
  /** Executes a run. Failures of the graph or its calls are outcomes, not rejections. */
  execute(request: RunRequest, sink: RunSink, options?: ExecuteOptions): Promise<RunOutcome>
  /** Records a run that ended before it started: a root span with the error. */
  recordUnbegun(request: RunRequest, sink: RunSink, error: RunError): Promise<void>
  /** Writes to a thread's state between runs. */
  updateState(update: StateUpdate): Promise<UpdatedState>
}

/** Abort reason of a run that another process continues. */
export const HAND_OVER_REASON = 'handed-over'

/** Creates the engine, which compiles, runs, resumes and replays graphs. */
export function createEngine(deps: EngineDeps): Engine {
  const { clock = systemClock, prices = () => () => unknownCost } = deps
  disableRunTree()
  const runs: ActiveRuns = new Map()
  const runtime = createRuntime(deps, runs)
  const graphs = createGraphs(runtime, runs, deps)
  const loadTools = (workspaceId: string, documents: readonly GraphDocument[]) =>
    deps.tools(workspaceId, [...new Set(documents.flatMap(toolsUsed))])

  return {
    async updateState(update) {
      const tools = await loadTools(update.workspaceId, [update.document])
      return updateState(runtime(tools), deps.checkpointer(update.workspaceId), update)
    },
    async recordUnbegun(request, sink, error) {
      const { runId: traceId, totals } = request
      const price = () => unknownCost
      const recorder = createRecorder({ traceId, sink, clock, price, totals })
      recorder.end(startRoot(recorder, request), { status: 'error', error })
    },
    async execute(initialRequest, sink, { signal, drain } = {}) {
      const request = withLimits(initialRequest, deps.limits)
      const { runId, attempt } = request
      const saver = deps.checkpointer(request.workspaceId, { runId, attempt, sink })
      const calledDocuments = Object.values(request.calledAgents).map(({ document }) => document)
      const documents = [request.document, ...calledDocuments]
      const connections = createConnections(documents, (name) =>
        deps.connection(request.workspaceId, name),
      )
      const writes = deps.writes?.(request.workspaceId)
      if (request.start.type === 'answers') {
        await storeWriteAnswers(writes, request.threadId, request.start.answers)
      }
      const price = await prices(request.workspaceId)
      const run = openRun({ request, sink, saver, connections, clock, price })
      emitAnswers(run)
      runs.set(request.runId, run)
      const signals = listenToSignals(run, signal, drain)
      const wallClock = startWallClock(run)
      try {
        const end = await runContext.run(run, () =>
          execute(run, async () => {
            const tools = await loadTools(request.workspaceId, documents)
            return graphs.get(request, tools)
          }),
        )
        return closeSpans(run, end)
      } finally {
        wallClock.stop()
        signals.stop()
        runs.delete(request.runId)
      }
    },
  }
}

function emitAnswers({ request: { start }, recorder }: ActiveRun): void {
  if (start.type !== 'answers') return
  for (const [interruptId, answer] of Object.entries(start.answers)) {
    recorder.event({ type: 'answer', interruptId, answer })
  }
}

const withLimits = (request: RunRequest, limits: EngineDeps['limits']): RunRequest => ({
  ...request,
  budget: { steps: limits.runSteps, wallClockMs: limits.runTimeoutMs, ...request.budget },
})

function listenToSignals(
  run: ActiveRun,
  signal: AbortSignal | undefined,
  drain: AbortSignal | undefined,
) {
  const stop = () =>
    stopRun(run, { type: signal?.reason === HAND_OVER_REASON ? 'handed-over' : 'cancelled' })
  const pause = () => run.control.requestDrain('drain')
  if (signal?.aborted) stop()
  if (drain?.aborted) pause()
  signal?.addEventListener('abort', stop)
  drain?.addEventListener('abort', pause)
  return {
    stop() {
      signal?.removeEventListener('abort', stop)
      drain?.removeEventListener('abort', pause)
    },
  }
}

/** Ends all open spans. A paused run keeps its root span open. */
function closeSpans(run: ActiveRun, end: Ending): RunOutcome {
  const { recorder, root } = run
  recorder.endOthers(root, { status: 'cancelled' })
  switch (end.type) {
    case 'interrupted':
      for (const interrupt of end.interrupts) recorder.event({ type: 'interrupt', interrupt })
      recorder.pause(root)
      break
    case 'success':
      recorder.end(root, { status: 'success', outputs: end.output })
      break
    case 'cancelled':
      recorder.end(root, { status: 'cancelled' })
      break
    case 'error':
    case 'timeout':
      recorder.end(root, { status: 'error', error: end.error })
      break
    default:
  }
  const { totals, firstTokenAt } = recorder
  return { ...end, totals, firstTokenAt: firstTokenAt ?? run.request.firstTokenAt }
}
