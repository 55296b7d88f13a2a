import { BaseMessage, ToolMessage } from '@langchain/core/messages'
import { addMessages, GraphInterrupt, INTERRUPT } from '@langchain/langgraph'
import type { Interrupt } from '@langchain/langgraph'
import type { CheckpointTuple } from '@langchain/langgraph-checkpoint'
import type { Json, JsonObject, ToolCall } from '@lathe/contract'
import { isJsonObject } from '../document/same-json.ts'
import { pendingCalls } from './agent/pending-calls.ts'
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

type PausedCheckpoint = Pick<CheckpointTuple, 'checkpoint' | 'pendingWrites'>

const listInterrupts = ({ pendingWrites = [] }: PausedCheckpoint): PausedInterrupt[] =>
  pendingWrites.flatMap(([, channel, value]) =>
    // The cast holds: only LangGraph writes this channel.
    channel === INTERRUPT ? (value as PausedInterrupt | PausedInterrupt[]) : [],
  )

/** The checkpoint's channels with the messages that its paused nodes have to write. */
export const pausedChannels = (paused: PausedCheckpoint): State =>
  addPausedWrites(paused.checkpoint.channel_values, pausedWrites(listInterrupts(paused)))

/**
 * The channels that a paused checkpoint leaves to the next run if its interrupts are never answered: with the messages
 * of its paused nodes, and with an answer to every open tool call that the next run's input does not answer: providers
 * refuse a conversation with unanswered calls. Returns only the channels that change.
 */
export function abandonedChannels(paused: PausedCheckpoint, input: JsonObject = {}): State {
  const interrupts = listInterrupts(paused)
  if (interrupts.length === 0) return {}
  const before = paused.checkpoint.channel_values
  const channels = addPausedWrites(before, pausedWrites(interrupts))
  return Object.fromEntries(
    Object.entries(channels).flatMap(([name, value]) => {
      if (!hasMessages(value)) return []
      const answers = answeredCalls(input[name])
      const open = pendingCalls(value).calls.filter(({ id }) => !answers.has(id))
      const cancelled = open.map(cancelledCall)
      return cancelled.length > 0 || value !== before[name]
        ? [[name, [...value, ...cancelled]]]
        : []
    }),
  )
}

const answeredCalls = (messages: Json | undefined): ReadonlySet<unknown> =>
  new Set(
    Array.isArray(messages)
      ? messages.map((message) => (isJsonObject(message) ? message['toolCallId'] : undefined))
      : [],
  )

/** Has the same id each time, so that clients can tell that it is one message. */
const cancelledCall = ({ id, name }: ToolCall): ToolMessage =>
  new ToolMessage({
    id: `cancelled-${id}`,
    tool_call_id: id,
    name,
    content: 'This call was cancelled before it finished.',
    status: 'error',
  })

export const hasMessages = (value: unknown): value is BaseMessage[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => BaseMessage.isInstance(item))

const add = addMessages as Fold

export function addPausedWrites(channels: State, writes: readonly State[]): State {
  const added = { ...channels }
  for (const [name, messages] of writes.flatMap(Object.entries<unknown>)) {
    added[name] = add(added[name] ?? [], messages)
  }
  return added
}
