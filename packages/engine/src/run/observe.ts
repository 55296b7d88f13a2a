import type { RunnableConfig } from '@langchain/core/runnables'
import { type Interrupt, type JsonSchema, type RunEventBody, START } from '@lathe/contract'
import { type CompiledGraph, RUN_CHANNEL } from '@lathe/graph/compile'
import { toJson } from '../record/to-json.ts'
import type { ActiveRun } from './active-run.ts'
import { recordCachedNode } from './node-cache.ts'
import type { RunRequest } from './request.ts'

/** What LangGraph says of a superstep when it is complete (stream mode `checkpoints`). */
type CheckpointPayload = {
  config?: RunnableConfig
  values: Record<string, unknown>
  metadata: { source: string; step: number }
  next: string[]
}

type StateEvents = {
  /** What a task wrote, before reducers. */
  wrote(name: string, writes: Record<string, unknown>): void
  /** The event for a complete superstep; null when there is nothing to tell. */
  completed(checkpoint: CheckpointPayload, superstep: number): RunEventBody | null
}

/** Joins who wrote what with what came out of the reducers. */
function createStateEvents(
  {
    start,
    input,
    steering,
    document,
    attempt,
  }: Pick<RunRequest, 'start' | 'input' | 'steering' | 'document' | 'attempt'>,
  nodeIdOf: (name: string) => string | null,
): StateEvents {
  let writers = new Map<string, string[]>()
  const isContinuation = start.type === 'input' && input === null
  if (start.type === 'input' && !isContinuation) {
    writers = new Map(document.input.map((channel) => [channel, [START]]))
  }
  // Readers may have lost what the attempt before told last, or never saw the run that stopped.
  let isResync = attempt > 1 || isContinuation || start.type === 'answers'
  let before: number | null = null

  return {
    wrote(name, writes) {
      const node = nodeIdOf(name)
      for (const channel of Object.keys(writes)) {
        const before = writers.get(channel) ?? []
        writers.set(channel, node === null ? before : [...before, node])
      }
    },
    completed({ config, values, metadata, next }, superstep) {
      // Input is told once it is taken in; what a command writes is there at once.
      if (metadata.source === 'input' && !steering.command) return null
      const shownChannels = isResync ? Object.keys(values) : [...writers.keys()]
      const channels = shownChannels.filter((name) => name in values && name !== RUN_CHANNEL)
      const writersByChannel = [...writers].filter(([name]) => channels.includes(name))
      writers = new Map()
      // What finished before a pause is part of the superstep after the one that is told again.
      isResync &&= before === null || superstep === before
      before = superstep
      return {
        type: 'state',
        superstep,
        checkpointId: getCheckpointId(config),
        channels: Object.fromEntries(channels.map((name) => [name, toJson(values[name])])),
        writers: Object.fromEntries(writersByChannel),
        next: [...new Set(next.flatMap((name) => nodeIdOf(name) ?? []))],
      }
    },
  }
}

function getCheckpointId(config: RunnableConfig | undefined): string | null {
  const id: unknown = config?.configurable?.['checkpoint_id']
  return typeof id === 'string' ? id : null
}

/** A task as LangGraph announces it, and with a result as it tells of its end. */
type TaskPayload = {
  id: string
  name: string
  result?: Record<string, unknown>
  interrupts: { id?: string; value?: unknown; response_schema?: JsonSchema }[]
}

export type Observer = {
  /** What comes out of the run's stream. */
  see(mode: string, payload: unknown): void
  /** All channels after the last complete superstep. */
  readonly values: Record<string, unknown>
  readonly interrupts: Interrupt[]
  /** By the tasks of the last superstep, before reducers. */
  readonly written: Record<string, unknown>
  /** Reports cached nodes of a superstep that paused: resuming finds their writes and no longer looks them up. */
  seePause(): void
  /** LangGraph stops after a node without telling of the superstep it completed. */
  seeNewest(graph: Pick<CompiledGraph, 'getState'>): Promise<void>
}

/** Follows a run: what supersteps left, what came out of a cache, what waits for a human. */
export function observe(run: ActiveRun, { nodeIdOf }: Pick<CompiledGraph, 'nodeIdOf'>): Observer {
  const { request, recorder } = run
  const state = createStateEvents(request, nodeIdOf)
  const interrupts = new Map<string, Interrupt>()
  let announced: TaskPayload[] = []
  let values: Record<string, unknown> = {}
  let written: Record<string, unknown> = {}
  let seen: unknown

  /**
   * A task that was announced and never executed came out of its node's cache, or had finished before a pause or
   * a crash.
   */
  const recordCachedNodes = (superstep: number) => {
    for (const { id, name } of announced) {
      const node = nodeIdOf(name)
      if (node === null || run.executions.has(id)) continue
      const writes = run.cacheHits.get(`${superstep} ${name}`)
      if (!writes) continue
      state.wrote(name, writes)
      recordCachedNode(run, run.root.id, { node, taskId: id, superstep })
    }
  }
  const seeTask = (task: TaskPayload) => {
    if (task.result === undefined) {
      announced.push(task)
      return
    }
    for (const { id, value, response_schema: responseSchema } of task.interrupts) {
      if (id === undefined) continue
      // The cast holds: LangGraph does not change the value of an interrupt.
      const interrupt = { ...(value as Interrupt), id }
      interrupts.set(id, responseSchema ? { ...interrupt, responseSchema } : interrupt)
    }
    const { [RUN_CHANNEL]: _, ...result } = task.result
    written = { ...written, ...result }
    state.wrote(task.name, task.result)
  }
  const seeCheckpoint = (checkpoint: CheckpointPayload) => {
    values = checkpoint.values
    seen = getCheckpointId(checkpoint.config)
    const { step } = checkpoint.metadata
    recordCachedNodes(step - run.firstStep)
    announced = []
    const event = state.completed(checkpoint, step - run.firstStep)
    if (event) recorder.event(event)
    run.gate.open(step)
  }

  return {
    see(mode, payload) {
      // The casts hold for LangGraph's payloads of these two modes.
      if (mode === 'checkpoints') seeCheckpoint(payload as CheckpointPayload)
      if (mode === 'tasks') seeTask(payload as TaskPayload)
    },
    get values() {
      return values
    },
    get interrupts() {
      return [...interrupts.values()]
    },
    get written() {
      return written
    },
    seePause() {
      if (interrupts.size === 0) return
      recordCachedNodes(run.lastStep + 1 - run.firstStep)
      announced = []
    },
    async seeNewest(graph) {
      const { threadId, runId } = request
      const config = { configurable: { thread_id: threadId, run_id: runId } }
      const { metadata, ...state } = await graph.getState(config)
      if (metadata && getCheckpointId(state.config) !== seen) seeCheckpoint({ ...state, metadata })
    },
  }
}
