import { Command, Send } from '@langchain/langgraph'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { BaseMessage } from '@langchain/core/messages'
import type { JsonSchema, ToolCall } from '@lathe/contract'
import { pause } from '../pause.ts'
import { stepCall } from './loop-parts.ts'
import type { ToolParts } from './loop-parts.ts'
import type { LoopState, LoopUpdate } from './loop-state.ts'
import { failedCall, pendingCalls, withCalls } from './pending-calls.ts'
import { runTool } from './run-tool.ts'

export const APPROVE = 'approve'
export const TOOLS = 'tools'

/** Each call is a task of its own, so a finished one is never run again, whatever becomes of the rest. */
export function callTools(parts: ToolParts, calls: readonly ToolCall[]): (string | Send)[] {
  if (calls.some(({ name }) => parts.approvals.has(name))) return [APPROVE]
  return calls.map((call) => new Send(TOOLS, { call }))
}

export function toolStep(parts: ToolParts) {
  return async (input: unknown, config: LangGraphRunnableConfig): Promise<LoopUpdate> => {
    const { call } = input as { call: ToolCall }
    const at = stepCall(parts.id, TOOLS, config)
    const message = await runTool(parts, call, at)
    parts.runtime.message(message, at)
    return { messages: [message], toolCalls: 1 }
  }
}

/** Waits for a human once for all calls that need one; `after` follows when none is left to run. */
export function approveStep(parts: ToolParts, after: string) {
  return (state: LoopState, config: LangGraphRunnableConfig): Command => {
    const { message, calls } = pendingCalls(state.messages)
    const asked = calls.filter(({ name }) => parts.approvals.has(name))
    const at = stepCall(parts.id, APPROVE, config)
    const described = asked.map((call) => describeCall(parts, call))
    const question = { kind: 'approval' as const, title: parts.title, calls: described }
    const { decisions } = pause(parts.runtime, question, at)
    const decided = new Map(asked.map(({ id }, index) => [id, decisions[index]]))
    const edited = calls.map((call) => {
      const decision = decided.get(call.id)
      return decision?.type === 'edit' ? { ...call, args: decision.args } : call
    })
    const messages: BaseMessage[] = []
    if (message && edited.some((call, index) => call !== calls[index])) {
      const byId = new Map(edited.map((call) => [call.id, call]))
      messages.push(
        withCalls(
          message,
          allCalls(message).map((call) => byId.get(call.id) ?? call),
        ),
      )
    }
    const running: ToolCall[] = []
    for (const call of edited) {
      const decision = decided.get(call.id)
      if (decision?.type !== 'reject') {
        running.push(call)
        continue
      }
      const answer = rejected(call, decision.reason)
      parts.runtime.message(answer, at)
      messages.push(answer)
    }
    const goto = running.length > 0 ? running.map((call) => new Send(TOOLS, { call })) : [after]
    return new Command({ update: { messages }, goto })
  }
}

function allCalls(message: Parameters<typeof withCalls>[0]): ToolCall[] {
  return pendingCalls([message]).calls
}

function rejected(call: ToolCall, reason: string) {
  return failedCall(
    call,
    reason ? `A human refused this call: ${reason}` : 'A human refused this call.',
  )
}

export function describeCall(
  { tools }: Pick<ToolParts, 'tools'>,
  call: ToolCall,
): ToolCall & { description: string; schema: JsonSchema } {
  const tool = tools.find(({ name }) => name === call.name)
  return { ...call, description: tool?.description ?? '', schema: tool?.schema ?? {} }
}
