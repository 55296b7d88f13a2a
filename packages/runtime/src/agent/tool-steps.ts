import { Command, Send } from '@langchain/langgraph'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { BaseMessage } from '@langchain/core/messages'
import { STEPS } from './loop-options.ts'
import type { LoopState, LoopUpdate, ToolCall, ToolOptions } from './loop-options.ts'
import { createFailure, listCalls, pendingCalls, runCall, withCalls } from './tool-calls.ts'

/** Sends each call to its own task, so that a finished one never runs again; approvals come first. */
export function sendCalls(
  options: ToolOptions,
  { messages }: Pick<LoopState, 'messages'>,
  calls: readonly ToolCall[],
): (string | Send)[] {
  if (calls.some(({ name }) => options.approvals.has(name))) return [STEPS.approve]
  return calls.map((call) => sendCall(options, messages, call))
}

const sendCall = ({ sendsMessages }: ToolOptions, messages: BaseMessage[], call: ToolCall) =>
  new Send(STEPS.tools, { call, ...(sendsMessages && { messages }) })

export function toolStep({ host, tools }: ToolOptions) {
  return async (input: unknown, config: LangGraphRunnableConfig): Promise<LoopUpdate> => {
    // The cast holds: only `Send` starts this step.
    const { call } = input as { call: ToolCall }
    const step = { step: STEPS.tools, config }
    const message = await runCall(host, tools, call, step)
    host.onMessage?.(message, step)
    return { messages: [message], toolCalls: 1 }
  }
}

/** Waits once for decisions on all calls that need one. If none is left to run, continues with `next`. */
export function approveStep(options: ToolOptions, next: string) {
  const { host, approvals } = options
  return (state: LoopState, config: LangGraphRunnableConfig): Command => {
    const { message, calls } = pendingCalls(state.messages)
    const step = { step: STEPS.approve, config }
    const reviewed = calls.filter(({ name }) => approvals.has(name))
    const decisions = host.review(reviewed, step)
    const decided = new Map(reviewed.map(({ id }, index) => [id, decisions[index]]))
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
          listCalls(message).map((call) => byId.get(call.id) ?? call),
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
      const result = createFailure(call, decision.reason)
      host.onMessage?.(result, step)
      messages.push(result)
    }
    const goto =
      running.length > 0 ? running.map((call) => sendCall(options, state.messages, call)) : next
    return new Command({ update: { messages }, goto })
  }
}
