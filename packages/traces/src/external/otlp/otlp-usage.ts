import type { Cost, JsonObject, Usage } from '@lathe/contract'
import { audioUsage } from '@lathe/contract/usage-sums'
import { toObject } from '../fields.ts'
import { fromUsageMetadata, toSentCost, tokensAt, withTotal } from '../usage-shapes.ts'
import { parseJsonText } from './attributes.ts'
import { langfuseCost, langfuseUsage } from './dialects/langfuse.ts'

const INPUT = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'llm.usage.prompt_tokens',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
  'ai.usage.tokens',
]
const OUTPUT = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'llm.usage.completion_tokens',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
]
const CACHE_READ = [
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_read_input_tokens',
  'gen_ai.usage.details.cache_read_tokens',
  'llm.token_count.prompt_details.cache_read',
  'ai.usage.cachedInputTokens',
  'ai.usage.inputTokenDetails.cacheReadTokens',
]
const CACHE_WRITE = [
  'gen_ai.usage.cache_write.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.cache_creation_input_tokens',
  'gen_ai.usage.details.cache_write_tokens',
  'llm.token_count.prompt_details.cache_write',
  'ai.usage.inputTokenDetails.cacheWriteTokens',
]
const REASONING = [
  'gen_ai.usage.reasoning.output_tokens',
  'gen_ai.usage.reasoning_tokens',
  'gen_ai.usage.details.reasoning_tokens',
  'llm.token_count.completion_details.reasoning',
  'ai.usage.reasoningTokens',
  'ai.usage.outputTokenDetails.reasoningTokens',
]
const AUDIO_INPUT = [
  'gen_ai.usage.audio.input_tokens',
  'gen_ai.usage.input_audio_tokens',
  'gen_ai.usage.audio_input_tokens',
  'gen_ai.usage.details.input_audio_tokens',
  'llm.token_count.prompt_details.audio',
]
const AUDIO_OUTPUT = [
  'gen_ai.usage.audio.output_tokens',
  'gen_ai.usage.output_audio_tokens',
  'gen_ai.usage.audio_output_tokens',
  'gen_ai.usage.details.output_audio_tokens',
  'llm.token_count.completion_details.audio',
]
const CACHED_AUDIO = [
  'gen_ai.usage.audio.cache_read.input_tokens',
  'gen_ai.usage.details.cache_audio_read_tokens',
]
const CACHE_WRITE_HOUR = [
  'gen_ai.usage.cache_creation.ephemeral_1h_input_tokens',
  'gen_ai.usage.details.ephemeral_1h_input_tokens',
]
const TOTAL = [
  'gen_ai.usage.total_tokens',
  'llm.usage.total_tokens',
  'llm.token_count.total',
  'ai.usage.totalTokens',
]
const COMBINED_AUDIO_ATTRIBUTES = ['gen_ai.usage.details.audio_tokens']

/** Attribute names of token counts, which contain no content. */
export const usageAttributes: readonly string[] = [
  INPUT,
  OUTPUT,
  CACHE_READ,
  CACHE_WRITE,
  REASONING,
  AUDIO_INPUT,
  AUDIO_OUTPUT,
  CACHED_AUDIO,
  CACHE_WRITE_HOUR,
  TOTAL,
  COMBINED_AUDIO_ATTRIBUTES,
].flat()

/** Reads token usage by any convention. Undefined if there is none. */
export function readUsage(attributes: JsonObject): Usage | undefined {
  const langsmithUsage = fromUsageMetadata(parseJsonText(attributes['langsmith.usage_metadata']))
  if (langsmithUsage) return langsmithUsage
  if (![...INPUT, ...OUTPUT].some((key) => attributes[key] !== undefined))
    return langfuseUsage(attributes)
  const input = toObject(parseJsonText(attributes['gen_ai.usage.input_token_details']))
  const output = toObject(parseJsonText(attributes['gen_ai.usage.output_token_details']))
  const hour = tokensAt(attributes, ...CACHE_WRITE_HOUR)
  const usage: Usage = {
    input: tokensAt(attributes, ...INPUT),
    output: tokensAt(attributes, ...OUTPUT),
    cachedRead: tokensAt(attributes, ...CACHE_READ) || tokensAt(input, 'cache_read'),
    cachedWrite: tokensAt(attributes, ...CACHE_WRITE) || tokensAt(input, 'cache_creation'),
    reasoning: tokensAt(attributes, ...REASONING) || tokensAt(output, 'reasoning'),
    ...readAudio(attributes, input, output),
    ...(hour > 0 && { cachedWrite1h: hour }),
  }
  return withTotal(usage, tokensAt(attributes, ...TOTAL))
}

type Audio = Pick<Usage, 'audio' | 'audioInput' | 'audioOutput' | 'audioCached'>

function readAudio(attributes: JsonObject, input: JsonObject, output: JsonObject): Audio {
  const cached = tokensAt(attributes, ...CACHED_AUDIO)
  const audioInput = tokensAt(attributes, ...AUDIO_INPUT) || tokensAt(input, 'audio')
  const audioOutput = tokensAt(attributes, ...AUDIO_OUTPUT) || tokensAt(output, 'audio')
  const cachedAudio = cached > 0 ? { audioCached: cached } : {}
  if (audioInput + audioOutput > 0)
    return { ...audioUsage(Math.max(0, audioInput - cached), audioOutput), ...cachedAudio }
  // A single audio count does not name its direction.
  const audio = tokensAt(attributes, ...COMBINED_AUDIO_ATTRIBUTES)
  return { ...(audio === 0 ? audioUsage(0, 0) : { audio }), ...cachedAudio }
}

/** Reads the cost in dollars by any convention. Undefined if there is none. */
export function readCost(attributes: JsonObject): Cost | undefined {
  const langsmithUsage = toObject(parseJsonText(attributes['langsmith.usage_metadata']))
  return (
    toSentCost(
      langsmithUsage['input_cost'],
      langsmithUsage['output_cost'],
      langsmithUsage['total_cost'],
    ) ??
    toSentCost(
      attributes['llm.cost.prompt'],
      attributes['llm.cost.completion'],
      attributes['llm.cost.total'] ?? attributes['operation.cost'],
    ) ??
    langfuseCost(attributes)
  )
}
