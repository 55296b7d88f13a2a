import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunnableConfig } from '@langchain/core/runnables'
import { RunControl } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { RunError } from '@lathe/contract'
import type { CompiledGraph } from '@lathe/graph/compile'
import { createIdNormalizer } from '@lathe/traces'
import { fingerprint } from '../fetch/fingerprint.ts'
import type { Clock } from '../record/clock.ts'
import { createRecorder, type OpenSpan, type Recorder, type RunSink } from '../record/recorder.ts'
import { toJson } from '../record/to-json.ts'
import type { PriceUsage } from '../record/usage.ts'
import { isFullyRecorded, type Replay, toReplay } from '../replay/replay.ts'
import { saveQueue, type SaveQueue } from './checkpoints/save-queue.ts'
import type { Connections } from './connections.ts'
import type { RunRequest } from './request.ts'
import {
  createFailOrder,
  type FailOrder,
  createSuperstepGate,
  type SuperstepGate,
  createPendingWork,
  type PendingWork,
} from './scheduling/ordering.ts'

/** A cached result of a node, and the run that stored it. */
export type CachedResult = { type: string; data: Uint8Array; runId?: string }

/** One execution of a document node. A retried or resumed task gets a new one. */
export type NodeExecution = {
  /** Includes the path of sub-graphs: `research/search`. */
  readonly path: string
  /** Path of the called agent that the node belongs to: `research/`, or empty. */
  readonly agentPath: string
  readonly taskId: string
  /** Task id of the enclosing node in the run's own graph. */
  readonly topTaskId: string
  readonly superstep: number
  /** Hash of the fan-out payload. Null outside a fan-out. */
  readonly branch: string | null
  /** Executions that call the agent this node belongs to, outermost first. */
  readonly outerNodes: readonly (Pick<NodeExecution, 'superstep' | 'branch'> & {
    position?: number
  })[]
  readonly span: OpenSpan
  /** Returns how many calls of this kind were made before. */
  readonly countCall: (key: string) => number
}

/**
 * Names the copies of a fan-out by their payload without generated ids, so that a replay finds each
 * one again.
 */
function createBranchNamer(): (location: string, payload: unknown) => string {
  const seen = new Map<string, number>()
  return (location, payload) => {
    const hash = fingerprint(createIdNormalizer()(toJson(payload))).slice(0, 16)
    const key = `${location} ${hash}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return count === 0 ? hash : `${hash}~${count}`
  }
}

/** Why a run stops before its graph is finished. */
type Stop =
  | { type: 'cancelled' }
  /** Another execution continues the run. */
  | { type: 'handed-over' }
  | { type: 'timeout'; error: RunError }
  /** Stops at the next checkpoint, so that the run can resume. */
  | { type: 'budget'; error: RunError }

/**
 * State that one execution of a run shares. Looked up by run id, because compiled graphs are
 * shared.
 */
export type ActiveRun = {
  readonly request: RunRequest
  readonly sink: RunSink
  readonly saver: BaseCheckpointSaver
  readonly saves: SaveQueue
  readonly connections: Connections
  /** Recorded calls, if the run is a replay. */
  readonly replay: Replay | null
  readonly clock: Clock
  readonly recorder: Recorder
  readonly root: OpenSpan
  /** Aborts running work. */
  readonly controller: AbortController
  /** Stops between supersteps. */
  readonly control: RunControl
  readonly gate: SuperstepGate
  /** By task id. Kept after the node ends, because its routers run afterwards. */
  readonly executions: Map<string, NodeExecution>
  readonly unwinding: PendingWork
  /** Set for a replay without live calls. */
  readonly failOrder: FailOrder | null
  /** The node each error came from. */
  readonly failedAt: WeakMap<object, string>
  /** Returns a name for a payload. Repeated payloads within one superstep are numbered. */
  readonly branchKey: (location: string, payload: unknown) => string
  /** LangGraph's number of the run's first superstep, which continues over the runs of a thread. */
  firstStep: number
  /** LangGraph's number of the last complete superstep. */
  lastStep: number
  /** Cached writes by superstep and LangGraph's name of the node. */
  readonly cacheHits: Map<string, Record<string, unknown>>
  /** Results that a replay's own nodes stored. Other runs do not see them. */
  readonly ownResults: Map<string, CachedResult>
  /** By task id, because LangGraph keeps only an error's own name and message. */
  readonly failures: Map<string, Pick<RunError, 'code' | 'message'>>
  /** Returns the document's node id for LangGraph's name. */
  findNodeId: CompiledGraph['findNodeId']
  stop: Stop | null
  /** No further superstep follows. */
  isGraphDone: boolean
}

type ActiveRunOptions = {
  request: RunRequest
  sink: RunSink
  saver: BaseCheckpointSaver
  connections: Connections
  clock: Clock
  price: PriceUsage
}

/** Creates the state of a run that lives while its process executes it. */
export function openRun({
  request,
  sink,
  saver,
  connections,
  clock,
  price,
}: ActiveRunOptions): ActiveRun {
  const { runId, totals } = request
  const recorder = createRecorder({ traceId: runId, sink, clock, price, totals })
  const root = startRoot(recorder, request)
  return {
    request,
    sink,
    saver,
    saves: saveQueue(sink, savesWithRecord(saver)),
    connections,
    replay: request.replay ? toReplay(request.replay) : null,
    clock,
    recorder,
    root,
    controller: new AbortController(),
    control: new RunControl(),
    gate: createSuperstepGate(),
    executions: new Map(),
    unwinding: createPendingWork(),
    failOrder: request.replay && isFullyRecorded(request.replay) ? createFailOrder() : null,
    failedAt: new WeakMap(),
    branchKey: createBranchNamer(),
    firstStep: 0,
    lastStep: -1,
    cacheHits: new Map(),
    ownResults: new Map(),
    failures: new Map(),
    findNodeId: (name) => name,
    stop: null,
    isGraphDone: false,
  }
}

/** Starts the root span of a run. */
export const startRoot = (recorder: Recorder, request: RunRequest): OpenSpan =>
  recorder.start({
    id: request.runId,
    kind: 'agent',
    name: request.name,
    parentId: null,
    node: null,
    superstep: null,
    startedAt: request.startedAt,
    firstTokenAt: request.firstTokenAt,
    inputs: toJson(request.input),
    tags: request.tags,
    metadata: { ...request.metadata, seed: request.seed, attempt: request.attempt },
  })

const savesWithRecord = (saver: object): boolean =>
  'savesWithRecord' in saver && saver.savesWithRecord === true

/** Stops a run. Only the first reason counts. */
export function stopRun(run: ActiveRun, stop: Stop): void {
  if (run.stop) return
  run.stop = stop
  if (stop.type === 'budget') run.control.requestDrain(stop.type)
  else run.controller.abort(new DOMException(`The run has ended: ${stop.type}`, 'AbortError'))
}

export type ActiveRuns = Map<string, ActiveRun>

const findRunId = ({ configurable }: RunnableConfig): string | undefined => {
  const id: unknown = configurable?.['run_id']
  return typeof id === 'string' ? id : undefined
}

/** Returns the run that a graph config belongs to. Throws if there is none. */
export function getRun(runs: ActiveRuns, config: RunnableConfig): ActiveRun {
  const run = runs.get(findRunId(config) ?? '')
  if (!run) throw new Error('The graph runs outside an active run')
  return run
}

export const runContext = new AsyncLocalStorage<ActiveRun>()

/** Returns the current run, for LangGraph's calls between nodes that do not name it. */
export const currentRun = (): ActiveRun | undefined => runContext.getStore()
