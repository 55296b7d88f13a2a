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
    const cutIndex = findCutIndex(state.messages, state.messages.length - keepMessages)
    if (start === -1 || cutIndex - start < 2) return {}

    const old = state.messages.slice(start, cutIndex)
    const messages = [new SystemMessage(INSTRUCTION), new HumanMessage(getBufferString(old))]
    const step = { step: STEPS.summarize, config }
    const reply = await host.callModel({ messages, offersTools: false }, step)
    const summary = new HumanMessage({
      id: `${name}-summary-${state.modelCalls}`,
      content: `Here is a summary of the conversation to date:\n\n${reply.text}`,
    })
    const newMessages = [
      ...state.messages.slice(0, start),
      summary,
      ...state.messages.slice(cutIndex),
    ]
    return {
      messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...newMessages],
      modelCalls: 1,
      tokens: countTokens(reply),
    }
  }
}

/** Keeps a tool's result with its call. */
function findCutIndex(messages: readonly BaseMessage[], start: number): number {
  let cutIndex = Math.max(start, 0)
  while (cutIndex > 0 && messages[cutIndex]?.type === 'tool') cutIndex -= 1
  return cutIndex
}

/** Counts four characters as a token: exact enough to decide whether a conversation is long. */
function estimateTokens(messages: readonly BaseMessage[]): number {
  return messages.reduce((total, message) => {
    const calls = 'tool_calls' in message ? JSON.stringify(message.tool_calls ?? '').length : 0
    return total + Math.ceil((message.text.length + calls) / 4) + 4
  }, 0)
}
