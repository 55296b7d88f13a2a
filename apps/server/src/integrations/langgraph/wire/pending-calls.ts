import {
  type GraphDocument,
  type Interrupt,
  type Json,
  type JsonObject,
  isJsonObject,
} from '@lathe/contract'
import { listActions } from './interrupts.ts'
import { PENDING_PREFIX } from './messages.ts'

/** The channel from which chat clients read the conversation. */
const CONVERSATION = 'messages'

/**
 * Appends an AI message with a tool call for each pending interrupt, because chat clients attach
 * their review card to a call. Calls that the conversation already contains are not repeated.
 */
export function withPendingCalls(
  { state }: GraphDocument,
  values: JsonObject,
  interrupts: readonly Interrupt[],
): JsonObject {
  if (!Object.hasOwn(state, CONVERSATION) || state[CONVERSATION]?.type !== 'messages') return values
  const channel = values[CONVERSATION]
  const messages = Array.isArray(channel) ? channel : []
  const storedCallIds = new Set(messages.flatMap(callIds))
  const addedMessages = interrupts.flatMap((interrupt) => toMessage(interrupt, storedCallIds) ?? [])
  return addedMessages.length > 0
    ? { ...values, [CONVERSATION]: [...messages, ...addedMessages] }
    : values
}

function callIds(message: Json): Json[] {
  const calls = isJsonObject(message) ? message['tool_calls'] : undefined
  return Array.isArray(calls)
    ? calls.flatMap((call) => (isJsonObject(call) ? (call['id'] ?? []) : []))
    : []
}

function toMessage(interrupt: Interrupt, storedCallIds: ReadonlySet<Json>): JsonObject | undefined {
  const actions = listActions(interrupt)
  const calls = actions
    .filter(({ callId }) => callId === undefined || !storedCallIds.has(callId))
    .map(({ callId = interrupt.id, name, args }) => ({
      id: PENDING_PREFIX + callId,
      name,
      args,
      type: 'tool_call',
    }))
  if (calls.length === 0) return undefined
  return {
    type: 'ai',
    id: PENDING_PREFIX + interrupt.id,
    content: interrupt.kind === 'ask' ? (actions[0]?.description ?? '') : '',
    additional_kwargs: {},
    response_metadata: {},
    tool_calls: calls,
    invalid_tool_calls: [],
  }
}
