import { countTokens } from '../tokens.ts'
import type { ChatRequest } from './chat-request.ts'
import type { Message } from './messages.ts'
import { partsOf, textOf } from './messages.ts'

export type Usage = {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
  prompt_tokens_details: { cached_tokens: number; audio_tokens: number }
  completion_tokens_details: {
    reasoning_tokens: number
    audio_tokens: number
    accepted_prediction_tokens: number
    rejected_prediction_tokens: number
  }
}

const PER_MESSAGE = 4
const REPLY_PRIMING = 3
const IMAGE_TOKENS = { low: 85, full: 765 }
const CACHE_FROM = 1024
const CACHE_STEP = 128

export type PromptTokens = { total: number; cached: number }

/**
 * What lies before the last user message counts as read from the cache, in steps of 128 tokens once
 * there are 1,024: a rule over the request alone, so that the same request costs the same twice.
 */
export function countPrompt(request: ChatRequest): PromptTokens {
  const perMessage = request.messages.map(messageTokens)
  const head = toolTokens(request)
  const lastUser = request.messages.findLastIndex((message) => message.role === 'user')
  const prefix = head + sum(perMessage.slice(0, Math.max(0, lastUser)))
  return {
    total: head + sum(perMessage) + REPLY_PRIMING,
    cached: prefix >= CACHE_FROM ? Math.floor(prefix / CACHE_STEP) * CACHE_STEP : 0,
  }
}

function toolTokens(request: ChatRequest): number {
  const format = request.response_format
  const schema =
    format?.type === 'json_schema' ? countTokens(JSON.stringify(format.json_schema)) : 0
  const tools = request.tools?.map((tool) => countTokens(JSON.stringify(tool.function)))
  return schema + sum(tools ?? [])
}

function messageTokens(message: Message): number {
  const images = partsOf(message).map((part) => {
    if (part.type !== 'image_url') return 0
    return part.image_url.detail === 'low' ? IMAGE_TOKENS.low : IMAGE_TOKENS.full
  })
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const callTokens = calls.map(
    (call) => countTokens(call.function.name) + countTokens(call.function.arguments),
  )
  return PER_MESSAGE + countTokens(textOf(message.content)) + sum(images) + sum(callTokens)
}

export function usageOf(prompt: PromptTokens, completion: number, reasoning: number): Usage {
  return {
    prompt_tokens: prompt.total,
    completion_tokens: completion,
    total_tokens: prompt.total + completion,
    prompt_tokens_details: { cached_tokens: prompt.cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
