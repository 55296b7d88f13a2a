import type { RunnableConfig } from '@langchain/core/runnables'
import { START } from '@lathe/contract'
import type { RunEventBody } from '@lathe/contract'
import { RUN_CHANNEL } from '@lathe/graph/compile'
import { toJson } from '../record/to-json.ts'
import type { RunRequest } from './request.ts'

/** What LangGraph says of a superstep when it is complete (stream mode `checkpoints`). */
export type CheckpointPayload = {
  config?: RunnableConfig
  values: Record<string, unknown>
  metadata: { source: string; step: number }
  next: string[]
}

export type StateEvents = {
  /** What a task wrote, before reducers. */
  wrote(name: string, writes: Record<string, unknown>): void
  /** The event for a complete superstep; null when there is nothing to tell. */
  completed(checkpoint: CheckpointPayload, superstep: number): RunEventBody | null
}

/** Joins who wrote what with what came out of the reducers. */
export function stateEvents(
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
  const goesOn = start.type === 'input' && input === null
  if (start.type === 'input' && !goesOn) {
    writers = new Map(document.input.map((channel) => [channel, [START]]))
  }
  // Readers may have lost what the attempt before told last, or never saw the run that stopped.
  let isResync = attempt > 1 || goesOn || start.type === 'answers'
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
      const shown = isResync ? Object.keys(values) : [...writers.keys()]
      const channels = shown.filter((name) => name in values && name !== RUN_CHANNEL)
      const told = [...writers].filter(([name]) => channels.includes(name))
      writers = new Map()
      // What finished before a pause is part of the superstep after the one that is told again.
      isResync &&= before === null || superstep === before
      before = superstep
      return {
        type: 'state',
        superstep,
        checkpointId: checkpointIdOf(config),
        channels: Object.fromEntries(channels.map((name) => [name, toJson(values[name])])),
        writers: Object.fromEntries(told),
        next: [...new Set(next.flatMap((name) => nodeIdOf(name) ?? []))],
      }
    },
  }
}

export function checkpointIdOf(config: RunnableConfig | undefined): string | null {
  const id: unknown = config?.configurable?.['checkpoint_id']
  return typeof id === 'string' ? id : null
}
