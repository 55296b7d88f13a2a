import type { Answer } from '../answers/answer.ts'
import { derivedId } from '../fingerprint.ts'
import { splitTokens } from '../tokens.ts'
import type { ChatRequest } from './chat-request.ts'

export type ChoiceCall = { id: string; name: string; pieces: readonly string[] }

/** An answer within the limits of the request, in the pieces that are streamed. */
export type Choice = {
  index: number
  content: readonly string[] | null
  refusal: string | null
  calls: readonly ChoiceCall[]
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter'
  reasoningTokens: number
  /** Includes the reasoning tokens. */
  completionTokens: number
}

const REASONING_TOKENS: Readonly<Record<string, number>> = {
  low: 64,
  medium: 256,
  high: 1024,
  xhigh: 4096,
}

export function createChoice(
  answer: Answer,
  index: number,
  request: ChatRequest,
  fingerprint: string,
): Choice {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  const reasoning = REASONING_TOKENS[request.reasoning_effort ?? 'none'] ?? 0
  const reasoningTokens = Math.min(reasoning, limit)
  let remaining = limit - reasoningTokens
  let isCut = reasoning > reasoningTokens
  const take = (text: string): string[] => {
    const pieces = splitTokens(text)
    if (pieces.length > remaining) isCut = true
    const taken = pieces.slice(0, remaining)
    remaining -= taken.length
    return taken
  }

  const text = answer.content ?? answer.refusal
  const content = text === null ? null : take(stopAt(text, request.stop))
  const calls = answer.toolCalls.map((call, position) => ({
    id: derivedId('call_', fingerprint, index, position),
    name: call.name,
    pieces: take(call.arguments),
  }))
  const pieces = [...(content ?? []), ...calls.flatMap((call) => call.pieces)]
  const isRefusal = answer.refusal !== null
  return {
    index,
    content: isRefusal ? null : content,
    refusal: isRefusal ? (content ?? []).join('') : null,
    calls,
    finishReason: isCut ? 'length' : answer.finishReason,
    reasoningTokens,
    completionTokens: reasoningTokens + pieces.length,
  }
}

function stopAt(text: string, stop: ChatRequest['stop']): string {
  const sequences = typeof stop === 'string' ? [stop] : (stop ?? [])
  const ends = sequences
    .filter((sequence) => sequence !== '')
    .map((sequence) => text.indexOf(sequence))
    .filter((index) => index >= 0)
  return text.slice(0, Math.min(text.length, ...ends))
}
