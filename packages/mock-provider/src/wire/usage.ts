import { countTokens } from '../tokens.ts'
import { type ChatRequest, type Message, messageText, messageParts } from './chat-request.ts'

export type Usage = ReturnType<typeof createUsage>

const TOKENS_PER_MESSAGE = 4
const REPLY_TOKENS = 3
const IMAGE_TOKENS = { low: 85, full: 765 }
const CACHE_FROM = 1024
const CACHE_STEP = 128

export type PromptTokens = { total: number; cached: number }

/**
 * Counts the tokens of a prompt. Messages before the last user message count as cached, in steps of 128 tokens from
 * 1,024 on. The rule depends on the request alone, so that equal requests have equal usage.
 */
export function countPrompt(request: ChatRequest): PromptTokens {
  const perMessage = request.messages.map(messageTokens)
  const head = toolTokens(request)
  const lastUser = request.messages.findLastIndex((message) => message.role === 'user')
  const prefix = head + sum(perMessage.slice(0, Math.max(0, lastUser)))
  return {
    total: head + sum(perMessage) + REPLY_TOKENS,
    cached: prefix >= CACHE_FROM ? Math.floor(prefix / CACHE_STEP) * CACHE_STEP : 0,
  }
}

function toolTokens({ response_format: format, tools = [] }: ChatRequest): number {
  const schemas = [
    ...(format?.type === 'json_schema' ? [format.json_schema] : []),
    ...tools.map((tool) => tool.function),
  ]
  return sum(schemas.map((schema) => countTokens(JSON.stringify(schema))))
}

function messageTokens(message: Message): number {
  const images = messageParts(message).map((part) => {
    if (part.type !== 'image_url') return 0
    return part.image_url.detail === 'low' ? IMAGE_TOKENS.low : IMAGE_TOKENS.full
  })
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const callTokens = calls.flatMap((call) => [
    countTokens(call.function.name),
    countTokens(call.function.arguments),
  ])
  return TOKENS_PER_MESSAGE + countTokens(messageText(message)) + sum([...images, ...callTokens])
}

export const createUsage = (
  { total, cached }: PromptTokens,
  completion: number,
  reasoning: number,
) => ({
  prompt_tokens: total,
  completion_tokens: completion,
  total_tokens: total + completion,
  prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: reasoning,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
})

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)
