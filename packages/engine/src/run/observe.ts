import type { RunnableConfig } from '@langchain/core/runnables'
import { type Interrupt, type JsonSchema, type RunEventBody, START } from '@lathe/contract'
import { type CompiledGraph, RUN_CHANNEL } from '@lathe/graph/compile'
import { toJson } from '../record/to-json.ts'
import type { ActiveRun } from './active-run.ts'
import { recordCachedNode } from './node-cache.ts'
import type { RunRequest } from './request.ts'

/** LangGraph's report of a complete superstep (stream mode `checkpoints`). */
type CheckpointPayload = {
  config?: RunnableConfig
  values: Record<string, unknown>
  metadata: { source: string; step: number }
  next: string[]
}

type StateEvents = {
  /** Writes of a task before reducers. */
  addWrites(name: string, writes: Record<string, unknown>): void
  /** Returns the event of a complete superstep. Null if there is none to emit. */
  completed(checkpoint: CheckpointPayload, superstep: number): RunEventBody | null
}

/** Combines the writers of channels with the reduced values. */
function createStateEvents(
  {
    start,
    input,
    runOptions: options,
    document,
    attempt,
  }: Pick<RunRequest, 'start' | 'input' | 'runOptions' | 'document' | 'attempt'>,
  findNodeId: (name: string) => string | null,
): StateEvents {
  let writers = new Map<string, string[]>()
  const isContinuation = start.type === 'input' && input === null
  if (start.type === 'input' && !isContinuation) {
    writers = new Map(document.input.map((channel) => [channel, [START]]))
  }
  // Readers may have missed the last event before a restart, or the whole previous run.
  let isResync = attempt > 1 || isContinuation || start.type === 'answers'
  let before: number | null = null

  return {
    addWrites(name, writes) {
      const node = findNodeId(name)
      for (const channel of Object.keys(writes)) {
        const before = writers.get(channel) ?? []
        writers.set(channel, node === null ? before : [...before, node])
      }
    },
    completed({ config, values, metadata, next }, superstep) {
      // Input is reported once it is applied. Writes of a command are visible at once.
      if (metadata.source === 'input' && !options.command) return null
      const shownChannels = isResync ? Object.keys(values) : [...writers.keys()]
      const channels = shownChannels.filter((name) => name in values && name !== RUN_CHANNEL)
      const writersByChannel = [...writers].filter(([name]) => channels.includes(name))
      writers = new Map()
      // Nodes that finished before a pause belong to the superstep after the repeated one.
      isResync &&= before === null || superstep === before
      before = superstep
      return {
        type: 'state',
        superstep,
        checkpointId: getCheckpointId(config),
        channels: Object.fromEntries(channels.map((name) => [name, toJson(values[name])])),
        writers: Object.fromEntries(writersByChannel),
        next: [...new Set(next.flatMap((name) => findNodeId(name) ?? []))],
      }
    },
  }
}

function getCheckpointId(config: RunnableConfig | undefined): string | null {
  const id: unknown = config?.configurable?.['checkpoint_id']
  return typeof id === 'string' ? id : null
}

/** A task that LangGraph announces, or reports with its result. */
type TaskPayload = {
  id: string
  name: string
  result?: Record<string, unknown>
  interrupts: { id?: string; value?: unknown; response_schema?: JsonSchema }[]
}

export type Observer = {
  /** Processes an item of the run's stream. */
  process(mode: string, payload: unknown): void
  /** All channels after the last complete superstep. */
  readonly values: Record<string, unknown>
  readonly interrupts: Interrupt[]
  /** Writes of the last superstep's tasks, before reducers. */
  readonly lastWrites: Record<string, unknown>
  /** Reports cached nodes of a superstep that paused: resuming finds their writes and no longer looks them up. */
  handlePause(): void
  /** Reads the last superstep, which LangGraph does not report when it stops after a node. */
  readLatestState(graph: Pick<CompiledGraph, 'getState'>): Promise<void>
}

/** Follows a run's stream: states, cached nodes and interrupts. */
export function observe(
  run: ActiveRun,
  { findNodeId }: Pick<CompiledGraph, 'findNodeId'>,
): Observer {
  const { request, recorder } = run
  const state = createStateEvents(request, findNodeId)
  const interrupts = new Map<string, Interrupt>()
  let announcedTasks: TaskPayload[] = []
  let values: Record<string, unknown> = {}
  let lastWrites: Record<string, unknown> = {}
  let lastCheckpointId: unknown

  /**
   * A task that was announced but not executed was cached, or had finished before a pause or crash.
   */
  const recordCachedNodes = (superstep: number) => {
    for (const { id, name } of announcedTasks) {
      const node = findNodeId(name)
      if (node === null || run.executions.has(id)) continue
      const writes = run.cacheHits.get(`${superstep} ${name}`)
      if (!writes) continue
      state.addWrites(name, writes)
      recordCachedNode(run, run.root.id, { node, taskId: id, superstep })
    }
  }
  const handleTask = (task: TaskPayload) => {
    if (task.result === undefined) {
      announcedTasks.push(task)
      return
    }
    for (const { id, value, response_schema: responseSchema } of task.interrupts) {
      if (id === undefined) continue
      // The cast holds: LangGraph keeps the value of an interrupt.
      const interrupt = { ...(value as Interrupt), id }
      interrupts.set(id, responseSchema ? { ...interrupt, responseSchema } : interrupt)
    }
    const { [RUN_CHANNEL]: _, ...result } = task.result
    lastWrites = { ...lastWrites, ...result }
    state.addWrites(task.name, task.result)
  }
  const handleCheckpoint = (checkpoint: CheckpointPayload) => {
    values = checkpoint.values
    lastCheckpointId = getCheckpointId(checkpoint.config)
    const { step } = checkpoint.metadata
    recordCachedNodes(step - run.firstStep)
    announcedTasks = []
    const event = state.completed(checkpoint, step - run.firstStep)
    if (event) recorder.event(event)
    run.gate.open(step)
  }

  return {
    process(mode, payload) {
      // The casts hold for the payloads of these two stream modes.
      if (mode === 'checkpoints') handleCheckpoint(payload as CheckpointPayload)
      if (mode === 'tasks') handleTask(payload as TaskPayload)
    },
    get values() {
      return values
    },
    get interrupts() {
      return [...interrupts.values()]
    },
    get lastWrites() {
      return lastWrites
    },
    handlePause() {
      if (interrupts.size === 0) return
      recordCachedNodes(run.lastStep + 1 - run.firstStep)
      announcedTasks = []
    },
    async readLatestState(graph) {
      const { threadId, runId } = request
      const config = { configurable: { thread_id: threadId, run_id: runId } }
      const { metadata, ...state } = await graph.getState(config)
      if (metadata && getCheckpointId(state.config) !== lastCheckpointId)
        handleCheckpoint({ ...state, metadata })
    },
  }
}
