import type { GraphDocument, Interrupt, Json, JsonObject } from '@lathe/contract'
import { actionsOf } from './interrupts.ts'
import { isObject, PENDING_PREFIX } from './messages.ts'

/** Chat clients read the conversation from this channel. */
const CONVERSATION = 'messages'

/**
 * Adds what a pending interrupt asks to the end of the conversation, as an AI message with a tool call. Chat
 * clients attach their review card to that call. Calls that the conversation already has are not repeated.
 */
export function withPendingCalls(
  { state }: GraphDocument,
  values: JsonObject,
  interrupts: readonly Interrupt[],
): JsonObject {
  if (!Object.hasOwn(state, CONVERSATION) || state[CONVERSATION]?.type !== 'messages') return values
  const held = values[CONVERSATION]
  const messages = Array.isArray(held) ? held : []
  const known = new Set(messages.flatMap(callIds))
  const asked = interrupts.flatMap((interrupt) => toMessage(interrupt, known) ?? [])
  return asked.length > 0 ? { ...values, [CONVERSATION]: [...messages, ...asked] } : values
}

function callIds(message: Json): Json[] {
  const calls = isObject(message) ? message['tool_calls'] : undefined
  return Array.isArray(calls)
    ? calls.flatMap((call) => (isObject(call) ? (call['id'] ?? []) : []))
    : []
}

function toMessage(interrupt: Interrupt, known: ReadonlySet<Json>): JsonObject | undefined {
  const calls = actionsOf(interrupt)
    .filter(({ callId }) => callId === undefined || !known.has(callId))
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
    content: interrupt.kind === 'ask' ? interrupt.message : '',
    additional_kwargs: {},
    response_metadata: {},
    tool_calls: calls,
    invalid_tool_calls: [],
  }
}
