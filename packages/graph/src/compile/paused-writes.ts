import { addMessages, GraphInterrupt, INTERRUPT } from '@langchain/langgraph'
import type { Interrupt } from '@langchain/langgraph'
import type { CheckpointTuple } from '@langchain/langgraph-checkpoint'
import type { Fold } from './channels.ts'
import type { State } from './state.ts'

/** LangGraph stores an interrupt unchanged, so the messages of its node are stored with the checkpoint. */
type PausedInterrupt = Interrupt & { writes?: State }

/** The same pause, with the messages that its node has to write, by channel. */
export function withPausedWrites({ interrupts }: GraphInterrupt, writes: State): GraphInterrupt {
  // An interrupt from a nested graph may have writes to the channels of that graph: these replace them.
  return new GraphInterrupt(interrupts.map((interrupt) => ({ ...interrupt, writes })))
}

/** The messages that paused nodes have to write, by channel; one entry per node. */
export function pausedWrites(interrupts: readonly PausedInterrupt[]): State[] {
  return [
    ...new Set(
      interrupts.flatMap(({ writes = {} }) => (Object.keys(writes).length > 0 ? [writes] : [])),
    ),
  ]
}

/** Adds what the paused nodes of a checkpoint have to write to its channels. */
export function pausedChannels({
  checkpoint,
  pendingWrites = [],
}: Pick<CheckpointTuple, 'checkpoint' | 'pendingWrites'>): State {
  const interrupts = pendingWrites.flatMap(([, channel, value]) =>
    // The cast holds: only LangGraph writes this channel.
    channel === INTERRUPT ? (value as PausedInterrupt | PausedInterrupt[]) : [],
  )
  return addPausedWrites(checkpoint.channel_values, pausedWrites(interrupts))
}

const add = addMessages as Fold

export function addPausedWrites(channels: State, writes: readonly State[]): State {
  const added = { ...channels }
  for (const [name, messages] of writes.flatMap(Object.entries<unknown>)) {
    added[name] = add(added[name] ?? [], messages)
  }
  return added
}
