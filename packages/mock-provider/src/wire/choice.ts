import type { Answer } from '../answer/answer.ts'
import { derivedId } from '../fingerprint.ts'
import { splitTokens } from '../tokens.ts'
import type { ChatRequest } from './chat-request.ts'

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

export type ChoiceCall = { id: string; name: string; pieces: readonly string[] }

/** One answer cut to the request's limits, in the pieces it is streamed in. */
export type Choice = {
  index: number
  content: readonly string[] | null
  refusal: string | null
  calls: readonly ChoiceCall[]
  finishReason: FinishReason
  reasoningTokens: number
  /** Reasoning included. */
  completionTokens: number
}

const REASONING: Readonly<Record<string, number>> = {
  low: 64,
  medium: 256,
  high: 1024,
  xhigh: 4096,
}

export function choiceOf(
  answer: Answer,
  index: number,
  request: ChatRequest,
  fingerprint: string,
): Choice {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  const wanted = REASONING[request.reasoning_effort ?? 'none'] ?? 0
  const reasoningTokens = Math.min(wanted, limit)

  let left = limit - reasoningTokens
  let isCut = wanted > reasoningTokens
  const take = (text: string): string[] => {
    const pieces = splitTokens(text)
    if (pieces.length > left) isCut = true
    const taken = pieces.slice(0, left)
    left -= taken.length
    return taken
  }

  const text = answer.content ?? answer.refusal
  const content = text === null ? null : take(stopAt(text, request.stop))
  const calls = answer.toolCalls.map((call, position) => ({
    id: derivedId('call_', fingerprint, index, position),
    name: call.name,
    pieces: take(call.arguments),
  }))
  const spent = [content ?? [], ...calls.map((call) => call.pieces)].map((pieces) => pieces.length)

  return {
    index,
    content: answer.refusal === null ? content : null,
    refusal: answer.refusal === null ? null : (content ?? []).join(''),
    calls,
    finishReason: isCut ? 'length' : answer.finishReason,
    reasoningTokens,
    completionTokens: spent.reduce((total, count) => total + count, reasoningTokens),
  }
}

function stopAt(text: string, stop: ChatRequest['stop']): string {
  const sequences = typeof stop === 'string' ? [stop] : (stop ?? [])
  const found = sequences
    .filter((sequence) => sequence !== '')
    .map((sequence) => text.indexOf(sequence))
    .filter((at) => at >= 0)
  return found.length > 0 ? text.slice(0, Math.min(...found)) : text
}
