import { REMOVE_ALL_MESSAGES } from '@langchain/langgraph'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import {
  getBufferString,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
} from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { tokensOf } from '../messages.ts'
import { callModel } from '../model-call.ts'
import { stepCall } from './loop-parts.ts'
import type { LoopParts } from './loop-parts.ts'
import type { LoopState, LoopUpdate } from './loop-state.ts'

export const SUMMARIZE = 'summarize'

const INSTRUCTION =
  'Summarise this conversation for whoever continues it. Keep names, numbers, decisions, open questions ' +
  'and what the tools found. Answer with the summary alone.'

/** Replaces what is old in a long conversation by a summary; the instructions and the newest messages stay. */
export function summarizeStep(parts: LoopParts) {
  const { afterTokens, keepMessages } = parts.summarize ?? {
    afterTokens: Infinity,
    keepMessages: 0,
  }
  return async (state: LoopState, config: LangGraphRunnableConfig): Promise<LoopUpdate> => {
    if (roughTokens(state.messages) <= afterTokens) return {}
    const start = state.messages.findIndex((message) => message.type !== 'system')
    const cut = cutBefore(state.messages, state.messages.length - keepMessages)
    if (start === -1 || cut - start < 2) return {}

    const old = state.messages.slice(start, cut)
    const messages = [new SystemMessage(INSTRUCTION), new HumanMessage(getBufferString(old))]
    const call = stepCall(parts.id, SUMMARIZE, config)
    const reply = await callModel(parts.runtime, { model: parts.model, messages }, call)
    const summary = new HumanMessage({
      id: `${parts.id}-summary-${state.modelCalls}`,
      content: `Here is a summary of the conversation to date:\n\n${reply.text}`,
    })
    const kept = [...state.messages.slice(0, start), summary, ...state.messages.slice(cut)]
    return {
      messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...kept],
      modelCalls: 1,
      tokens: tokensOf(reply),
    }
  }
}

/** A tool's answer stays with the call it answers. */
function cutBefore(messages: readonly BaseMessage[], from: number): number {
  let cut = Math.max(from, 0)
  while (cut > 0 && messages[cut]?.type === 'tool') cut -= 1
  return cut
}

/** Four characters a token: near enough to decide when a conversation is long. */
function roughTokens(messages: readonly BaseMessage[]): number {
  return messages.reduce((total, message) => {
    const calls = 'tool_calls' in message ? JSON.stringify(message.tool_calls ?? '').length : 0
    return total + Math.ceil((message.text.length + calls) / 4) + 4
  }, 0)
}
