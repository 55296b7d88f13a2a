import { AIMessage, ToolMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import type { JsonObject, ToolCall } from '@lathe/contract'
import { rebuilt } from '../messages.ts'
import type { GraphRuntime, NodeCall } from '../runtime.ts'

/** A model's tool calls as the contract has them; arguments were parsed from the provider's JSON. */
export function callsOf(message: AIMessage): ToolCall[] {
  return (message.tool_calls ?? []).map(({ id, name, args }) => ({
    id: id ?? '',
    name,
    args: args as JsonObject,
  }))
}

/** The last model message and those of its calls that no tool has answered yet. */
export function pendingCalls(messages: readonly BaseMessage[]): {
  message: AIMessage | null
  calls: ToolCall[]
} {
  const index = messages.findLastIndex((message) => AIMessage.isInstance(message))
  const message = messages[index]
  if (!message || !AIMessage.isInstance(message)) return { message: null, calls: [] }
  const answered = new Set(
    messages
      .slice(index + 1)
      .flatMap((later) => (ToolMessage.isInstance(later) ? [later.tool_call_id] : [])),
  )
  return { message, calls: callsOf(message).filter(({ id }) => !answered.has(id)) }
}

export function withCalls(message: AIMessage, calls: readonly ToolCall[]): AIMessage {
  return rebuilt(
    message,
    calls.map((call) => ({ ...call, type: 'tool_call' as const })),
  )
}

/**
 * Every call with an id, the unreadable ones too: a provider wants each call it made answered.
 * Those come without arguments and with what is to be said to the model.
 */
export function readableCalls(reply: AIMessage): {
  message: AIMessage
  unreadable: ReadonlyMap<string, string>
} {
  const calls = callsOf(reply)
  const invalid = reply.invalid_tool_calls ?? []
  if (invalid.length === 0 && calls.every(({ id }) => id !== '')) {
    return { message: reply, unreadable: new Map() }
  }
  const unreadable = new Map<string, string>()
  const idOf = (id: string | undefined, index: number) => id || `${reply.id ?? 'call'}-${index}`
  const named = calls.map((call, index) => ({ ...call, id: idOf(call.id, index) }))
  const broken = invalid.map(({ id, name, args }, index): ToolCall => {
    const call = { id: idOf(id, calls.length + index), name: name ?? 'unknown', args: {} }
    unreadable.set(call.id, `The arguments are not valid JSON: ${(args ?? '').slice(0, 200)}`)
    return call
  })
  return { message: withCalls(reply, [...named, ...broken]), unreadable }
}

/** The answer to a call. It has its id from the start, as it is reported before a reducer sees it. */
export function answerTo(
  call: Pick<ToolCall, 'id' | 'name'>,
  content: ToolMessage['content'],
  status: 'success' | 'error',
): ToolMessage {
  const id = crypto.randomUUID()
  return new ToolMessage({ id, tool_call_id: call.id, name: call.name, content, status })
}

export const failedCall = (call: Pick<ToolCall, 'id' | 'name'>, content: string): ToolMessage =>
  answerTo(call, content, 'error')

/** As `failedCall`, and the trace tells of it. */
export function refusedCall(
  runtime: GraphRuntime,
  call: ToolCall,
  reason: string,
  at: NodeCall,
): ToolMessage {
  runtime.refused(call, reason, at)
  return failedCall(call, reason)
}
