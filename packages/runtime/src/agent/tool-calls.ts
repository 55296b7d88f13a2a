import { AIMessage, ToolMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { isGraphBubbleUp } from '@langchain/langgraph'
import type { JsonObject } from '../json.ts'
import { withToolCalls } from '../messages.ts'
import type { LoopHost, LoopStep, LoopTool, ToolCall } from './loop-options.ts'

/** Returns a reply's tool calls; arguments were parsed from the provider's JSON. */
export function listCalls(message: AIMessage): ToolCall[] {
  return (message.tool_calls ?? []).map(({ id, name, args }) => ({
    id: id ?? '',
    name,
    args: args as JsonObject,
  }))
}

/** Returns the last reply of a model and those of its calls that have no result yet. */
export function pendingCalls(messages: readonly BaseMessage[]): {
  message: AIMessage | null
  calls: ToolCall[]
} {
  const index = messages.findLastIndex((message) => AIMessage.isInstance(message))
  const message = messages[index]
  if (!message || !AIMessage.isInstance(message)) return { message: null, calls: [] }
  const resultIds = new Set(
    messages
      .slice(index + 1)
      .flatMap((message) => (ToolMessage.isInstance(message) ? [message.tool_call_id] : [])),
  )
  return { message, calls: listCalls(message).filter(({ id }) => !resultIds.has(id)) }
}

export function withCalls(message: AIMessage, calls: readonly ToolCall[]): AIMessage {
  return withToolCalls(
    message,
    calls.map((call) => ({ ...call, type: 'tool_call' as const })),
  )
}

/**
 * Gives every call of a reply an id, the unreadable ones too: a provider wants a result for each call. Unreadable
 * calls have no arguments, and a reason for the model.
 */
export function withReadableCalls(reply: AIMessage): {
  message: AIMessage
  unreadable: ReadonlyMap<string, string>
} {
  const calls = listCalls(reply)
  const invalid = reply.invalid_tool_calls ?? []
  if (invalid.length === 0 && calls.every(({ id }) => id !== '')) {
    return { message: reply, unreadable: new Map() }
  }
  const unreadable = new Map<string, string>()
  const toId = (id: string | undefined, index: number) => id || `${reply.id ?? 'call'}-${index}`
  const readable = calls.map((call, index) => ({ ...call, id: toId(call.id, index) }))
  const invalidCalls = invalid.map(({ id, name, args }, index): ToolCall => {
    const call = { id: toId(id, calls.length + index), name: name ?? 'unknown', args: {} }
    unreadable.set(call.id, `The arguments are not valid JSON: ${(args ?? '').slice(0, 200)}`)
    return call
  })
  return { message: withCalls(reply, [...readable, ...invalidCalls]), unreadable }
}

/** Creates the result of a call. It has an id at once, because it is reported before a reducer sees it. */
export function createResult(
  call: Pick<ToolCall, 'id' | 'name'>,
  content: ToolMessage['content'],
  status: 'success' | 'error',
): ToolMessage {
  const id = crypto.randomUUID()
  return new ToolMessage({ id, tool_call_id: call.id, name: call.name, content, status })
}

/** Creates the result of a call that did not run, which the model reads. */
export const createFailure = (call: Pick<ToolCall, 'id' | 'name'>, reason: string): ToolMessage =>
  createResult(call, reason, 'error')

/** Creates the result of a call that no tool can take, and reports it. */
export function rejectCall(
  host: Pick<LoopHost, 'onInvalidCall'>,
  call: ToolCall,
  reason: string,
  step: LoopStep,
): ToolMessage {
  host.onInvalidCall?.(call, reason, step)
  return createFailure(call, reason)
}

/** Runs a call. An error becomes its result, so that the model can correct itself. */
export async function runCall(
  host: LoopHost,
  tools: readonly LoopTool[],
  call: ToolCall,
  step: LoopStep,
): Promise<ToolMessage> {
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool) {
    const names = tools.map(({ name }) => name).join(', ') || 'none'
    const reason = `There is no tool \`${call.name}\`. The tools are: ${names}.`
    return rejectCall(host, call, reason, step)
  }
  const issue = tool.schema && host.validate(tool.schema, call.args)
  if (issue !== null) {
    return rejectCall(host, call, `The arguments do not fit \`${call.name}\`: ${issue}`, step)
  }
  try {
    const result = await host.runTool(call, step)
    return ToolMessage.isInstance(result) ? result : createResult(call, result, 'success')
  } catch (error) {
    if (isGraphBubbleUp(error) || step.config.signal?.aborted) throw error
    const message = host.describeToolError(error)
    if (message === null) throw error
    return createFailure(call, `Error: ${message}`)
  }
}
