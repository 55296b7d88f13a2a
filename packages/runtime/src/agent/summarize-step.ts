import { REMOVE_ALL_MESSAGES } from '@langchain/langgraph'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import {
  getBufferString,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
} from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { countTokens } from '../messages.ts'
import { STEPS } from './loop-options.ts'
import type { LoopOptions, LoopState, LoopUpdate } from './loop-options.ts'

const INSTRUCTION =
  'Summarise this conversation for whoever continues it. Keep names, numbers, decisions, open questions ' +
  'and what the tools found. Answer with the summary alone.'

/** Replaces the older part of a long conversation by a summary. System and newest messages stay. */
export function summarizeStep({ name, summarize, host }: LoopOptions) {
  const { afterTokens, keepMessages } = summarize ?? { afterTokens: Infinity, keepMessages: 0 }
  return async (state: LoopState, config: LangGraphRunnableConfig): Promise<LoopUpdate> => {
    if (estimateTokens(state.messages) <= afterTokens) return {}
    const start = state.messages.findIndex((message) => message.type !== 'system')
    const cut = cutBefore(state.messages, state.messages.length - keepMessages)
    if (start === -1 || cut - start < 2) return {}

    const old = state.messages.slice(start, cut)
    const messages = [new SystemMessage(INSTRUCTION), new HumanMessage(getBufferString(old))]
    const at = { step: STEPS.summarize, config }
    const reply = await host.callModel({ messages, offersTools: false }, at)
    const summary = new HumanMessage({
      id: `${name}-summary-${state.modelCalls}`,
      content: `Here is a summary of the conversation to date:\n\n${reply.text}`,
    })
    const kept = [...state.messages.slice(0, start), summary, ...state.messages.slice(cut)]
    return {
      messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...kept],
      modelCalls: 1,
      tokens: countTokens(reply),
    }
  }
}

/** Keeps a tool's result with its call. */
function cutBefore(messages: readonly BaseMessage[], from: number): number {
  let cut = Math.max(from, 0)
  while (cut > 0 && messages[cut]?.type === 'tool') cut -= 1
  return cut
}

/** Counts four characters as a token: exact enough to decide whether a conversation is long. */
function estimateTokens(messages: readonly BaseMessage[]): number {
  return messages.reduce((total, message) => {
    const calls = 'tool_calls' in message ? JSON.stringify(message.tool_calls ?? '').length : 0
    return total + Math.ceil((message.text.length + calls) / 4) + 4
  }, 0)
}
