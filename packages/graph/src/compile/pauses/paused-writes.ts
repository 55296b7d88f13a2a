import { BaseMessage, ToolMessage } from '@langchain/core/messages'
import { addMessages, GraphInterrupt, INTERRUPT } from '@langchain/langgraph'
import type { Interrupt, LangGraphRunnableConfig } from '@langchain/langgraph'
import { pendingCalls, runNested } from '@lathe-ai/runtime'
import type { NestedRun } from '@lathe-ai/runtime'
import type { CheckpointTuple } from '@langchain/langgraph-checkpoint'
import type { Json, JsonObject, ToolCall } from '@lathe/contract'
import { isJsonObject } from '../../document/same-json.ts'
import type { Fold } from '../channels.ts'
import type { State } from '../state.ts'

/** LangGraph stores an interrupt unchanged, so the messages of its node are stored with the checkpoint. */
type PausedInterrupt = Interrupt & { writes?: State }

type PausableRun<S extends State> = Pick<NestedRun<S>, 'stream'> & {
  /** The messages that the node has to write if its graph pauses in this state; `inner` are those of the graph's nodes. */
  writesSoFar?: (state: S, inner: readonly State[]) => State
}

/** Runs a graph inside a node. If it pauses, the pause carries the messages that the node has to write. */
export function runPausable<S extends State>(
  config: LangGraphRunnableConfig,
  { stream, writesSoFar = () => ({}) }: PausableRun<S>,
): Promise<S> {
  return runNested<S>(config, {
    stream,
    onPause(pause, state, updates) {
      const seen = state && { ...state, ...finishedMessages(state, updates) }
      const writes = seen ? writesSoFar(seen, pausedWrites(pause.interrupts)) : {}
      return withPausedWrites(pause, writes)
    },
  })
}

/** The conversations with the messages of tasks that finished beside a paused one. */
function finishedMessages(state: State, updates: readonly unknown[]): State {
  const writes = updates
    .filter(isJsonObject)
    .map((update) =>
      Object.fromEntries(
        Object.entries(update).filter(
          ([name, value]) => hasMessages(value) && hasMessages(state[name]),
        ),
      ),
    )
  return addPausedWrites(state, writes)
}

function withPausedWrites({ interrupts }: GraphInterrupt, writes: State): GraphInterrupt {
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

const hasMessages = (value: unknown): value is BaseMessage[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => BaseMessage.isInstance(item))

const add = addMessages as Fold

export function addPausedWrites(channels: State, writes: readonly State[]): State {
  const added = { ...channels }
  for (const [name, messages] of writes.flatMap(Object.entries<unknown>)) {
    added[name] = add(added[name] ?? [], messages)
  }
  return added
}
