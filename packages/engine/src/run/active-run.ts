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
import type { PriceOf } from '../record/usage.ts'
import { isFullyRecorded, type Replay, toReplay } from '../replay/replay.ts'
import { saveQueue, type SaveQueue } from './checkpoints/save-queue.ts'
import type { Connections } from './connections.ts'
import type { RunRequest } from './request.ts'
import {
  createFailOrder,
  type FailOrder,
  createSuperstepGate,
  type SuperstepGate,
  createUnwinding,
  type Unwinding,
} from './scheduling/ordering.ts'

/** A node's result as the cache keeps it, and the run that left it there. */
export type CachedResult = { type: string; data: Uint8Array; runId?: string }

/** One execution of one document node; a retried or resumed task has a new one. */
export type NodeExecution = {
  /** With the path of sub-graphs before it: `research/search`. */
  readonly path: string
  /** The part of the path that is around the agent it belongs to: `research/`, or nothing. */
  readonly around: string
  readonly taskId: string
  /** Task id of the node of the run's own graph that it is part of. */
  readonly top: string
  readonly superstep: number
  /** Hash of the fan-out payload; null outside a fan-out. */
  readonly branch: string | null
  /** The executions that call the agent it is part of, the outermost first. */
  readonly within: readonly (Pick<NodeExecution, 'superstep' | 'branch'> & { position?: number })[]
  readonly span: OpenSpan
  /** How many calls of this kind it has made before. */
  readonly countCall: (key: string) => number
}

/** Names the copies of a fan-out by what they were sent, generated ids aside, so that a replay finds each one again. */
function createBranchNamer(): (place: string, payload: unknown) => string {
  const seen = new Map<string, number>()
  return (place, payload) => {
    const hash = fingerprint(createIdNormalizer()(toJson(payload))).slice(0, 16)
    const key = `${place} ${hash}`
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return count === 0 ? hash : `${hash}~${count}`
  }
}

/** Why a run stops before its graph is done. */
type Stop =
  | { type: 'cancelled' }
  /** Another execution goes on with it. */
  | { type: 'handed-over' }
  | { type: 'timeout'; error: RunError }
  /** At the next checkpoint, so that it can go on from there. */
  | { type: 'budget'; error: RunError }

/** Everything one execution of a run shares; found by run id, because compiled graphs are shared. */
export type ActiveRun = {
  readonly request: RunRequest
  readonly sink: RunSink
  readonly saver: BaseCheckpointSaver
  readonly saves: SaveQueue
  readonly connections: Connections
  /** Where a run that plays another's tape has its world from. */
  readonly replay: Replay | null
  readonly clock: Clock
  readonly recorder: Recorder
  readonly root: OpenSpan
  /** Aborts what is in flight. */
  readonly controller: AbortController
  /** Stops between supersteps. */
  readonly control: RunControl
  readonly gate: SuperstepGate
  /** By task id; they outlive the node, because its routers run after it. */
  readonly executions: Map<string, NodeExecution>
  readonly unwinding: Unwinding
  /** Of a replay that has everything from its tape. */
  readonly failOrder: FailOrder | null
  /** The node each failure came from. */
  readonly failedAt: WeakMap<object, string>
  /** Same payload, same name; a repeated payload in one place, which is a superstep, is counted. */
  readonly branchOf: (place: string, payload: unknown) => string
  /** LangGraph's number of the run's first superstep: a thread counts on over its runs. */
  firstStep: number
  /** LangGraph's number of the newest complete superstep. */
  lastStep: number
  /** What caches had, by `superstep name` with LangGraph's name of the node. */
  readonly cacheHits: Map<string, Record<string, unknown>>
  /** Of a replay: what its own nodes left for later lookups, which are nobody else's. */
  readonly ownResults: Map<string, CachedResult>
  /** By task id: LangGraph keeps of a failure what its thrower called it. */
  readonly failures: Map<string, Pick<RunError, 'code' | 'message'>>
  /** The document's id for LangGraph's name. */
  nodeIdOf: CompiledGraph['nodeIdOf']
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
  price: PriceOf
}

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
    unwinding: createUnwinding(),
    failOrder: request.replay && isFullyRecorded(request.replay) ? createFailOrder() : null,
    failedAt: new WeakMap(),
    branchOf: createBranchNamer(),
    firstStep: 0,
    lastStep: -1,
    cacheHits: new Map(),
    ownResults: new Map(),
    failures: new Map(),
    nodeIdOf: (name) => name,
    stop: null,
    isGraphDone: false,
  }
}

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

/** The first reason counts. */
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

export function getRun(runs: ActiveRuns, config: RunnableConfig): ActiveRun {
  const run = runs.get(findRunId(config) ?? '')
  if (!run) throw new Error('The graph runs outside an active run')
  return run
}

const storage = new AsyncLocalStorage<ActiveRun>()

/** For what LangGraph asks between nodes without saying which run asks. */
export const currentRun = (): ActiveRun | undefined => storage.getStore()

export const inRun = <T>(run: ActiveRun, execute: () => T): T => storage.run(run, execute)
