import type { Cost, Json, JsonObject, Usage } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { addUsage, audioUsage } from '@lathe/contract/usage-sums'
import { toObject } from './fields.ts'
import { SENT_COST } from './span-part.ts'

/** A higher number per call is not a token count but, for example, a time. */
const MAX_TOKENS_PER_CALL = 1e10
/** A cost above a million dollars is invalid as well. */
const MAX_COST_NANOS = 1e15

/** Returns the first valid token count among these keys. 0 if there is none. */
export function tokensAt(object: JsonObject, ...keys: string[]): number {
  for (const key of keys) {
    const value = Number(object[key] ?? Number.NaN)
    if (value >= 0 && value <= MAX_TOKENS_PER_CALL) return Math.round(value)
  }
  return 0
}

const hasNumber = (object: JsonObject, ...keys: string[]) =>
  keys.some((key) => {
    const value = object[key]
    return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
  })

/**
 * Assigns the tokens that the reported total has beyond input and output. Some providers report reasoning or cached
 * tokens beside the parts they belong to: then the difference is exactly that. Any other difference is `unattributed`.
 */
export function withTotal(usage: Usage, total: number): Usage {
  const rest = total - usage.input - usage.output
  if (rest <= 0) return usage
  if (rest === usage.reasoning) return { ...usage, output: usage.output + rest }
  if (rest === usage.cachedRead + usage.cachedWrite) return { ...usage, input: usage.input + rest }
  return { ...usage, unattributed: rest }
}

/** Google charges thinking as output. LangChain.js reports it only in the total (ai.google.dev/gemini-api/docs/pricing). */
const THINKS_BESIDE_OUTPUT = /(^|[/:._-])gemini-/i

/** Assigns unattributed tokens of models that are known to report some parts only in the total. */
export function attributeTokens(usage: Usage, model: string | null): Usage {
  const { unattributed, ...parts } = usage
  if (!unattributed || model === null || !THINKS_BESIDE_OUTPUT.test(model)) return usage
  return {
    ...parts,
    output: parts.output + unattributed,
    reasoning: parts.reasoning + unattributed,
  }
}

/** Reads LangChain's `usage_metadata`, whose input and output include the details. */
export function fromUsageMetadata(value: Json | undefined): Usage | undefined {
  if (!isJsonObject(value) || !hasNumber(value, 'input_tokens', 'output_tokens')) return undefined
  const input = toObject(value['input_token_details'])
  const output = toObject(value['output_token_details'])
  const hour = tokensAt(input, 'ephemeral_1h_input_tokens', 'ephemeral_1hr_input_tokens')
  const ephemeral = tokensAt(input, 'ephemeral_5m_input_tokens') + hour
  const usage: Usage = {
    input: tokensAt(value, 'input_tokens'),
    output: tokensAt(value, 'output_tokens'),
    cachedRead: tokensAt(input, 'cache_read', 'priority_cache_read', 'flex_cache_read'),
    cachedWrite: tokensAt(input, 'cache_creation') || ephemeral,
    reasoning: tokensAt(output, 'reasoning', 'priority_reasoning', 'flex_reasoning'),
    ...audioUsage(tokensAt(input, 'audio'), tokensAt(output, 'audio')),
    ...(hour > 0 && { cachedWrite1h: hour }),
  }
  return withTotal(usage, tokensAt(value, 'total_tokens'))
}

/** Formats usage as LangChain's `usage_metadata`. Audio is included if its direction is known. */
export const toUsageMetadata = (usage: Usage): JsonObject => ({
  input_tokens: usage.input,
  output_tokens: usage.output,
  total_tokens: usage.input + usage.output + (usage.unattributed ?? 0),
  input_token_details: {
    cache_read: usage.cachedRead,
    cache_creation: usage.cachedWrite,
    ...(usage.cachedWrite1h && { ephemeral_1h_input_tokens: usage.cachedWrite1h }),
    ...(usage.audioInput && { audio: usage.audioInput }),
  },
  output_token_details: {
    reasoning: usage.reasoning,
    ...(usage.audioOutput && { audio: usage.audioOutput }),
  },
})

/** Finds the details by name. OpenAI's APIs spell it differently. */
const findDetails = (value: JsonObject, ...names: string[]) =>
  toObject(names.map((name) => value[`${name}_details`]).find((details) => isJsonObject(details)))

/**
 * Reads the usage of OpenAI's APIs and Anthropic. Anthropic excludes cached tokens from its input.
 */
export function fromProviderUsage(value: Json | undefined): Usage | undefined {
  if (!isJsonObject(value)) return undefined
  if (!hasNumber(value, 'prompt_tokens', 'completion_tokens', 'input_tokens', 'output_tokens'))
    return undefined
  const input = findDetails(value, 'prompt_tokens', 'input_tokens', 'input_token')
  const output = findDetails(value, 'completion_tokens', 'output_tokens', 'output_token')
  const cachedAudio = tokensAt(toObject(input['cached_tokens_details']), 'audio_tokens')
  const separateReads = tokensAt(value, 'cache_read_input_tokens')
  const separateWrites = tokensAt(value, 'cache_creation_input_tokens')
  const hour = hourCacheWrites(value)
  const usage: Usage = {
    input: tokensAt(value, 'prompt_tokens', 'input_tokens') + separateReads + separateWrites,
    output: tokensAt(value, 'completion_tokens', 'output_tokens'),
    cachedRead: tokensAt(input, 'cached_tokens') + separateReads,
    cachedWrite: tokensAt(input, 'cache_write_tokens') + separateWrites,
    reasoning: tokensAt(output, 'reasoning_tokens'),
    ...audioUsage(
      Math.max(0, tokensAt(input, 'audio_tokens') - cachedAudio),
      tokensAt(output, 'audio_tokens'),
    ),
    ...(cachedAudio > 0 && { audioCached: cachedAudio }),
    ...(hour > 0 && { cachedWrite1h: hour }),
  }
  return withTotal(usage, tokensAt(value, 'total_tokens'))
}

/** Returns the tokens written to Anthropic's cache for one hour. */
export const hourCacheWrites = (usage: JsonObject): number =>
  tokensAt(toObject(usage['cache_creation']), 'ephemeral_1h_input_tokens')

/** Reads LangChain's `llmOutput.tokenUsage`. */
export function fromTokenUsage(value: Json | undefined): Usage | undefined {
  if (!isJsonObject(value)) return undefined
  const camel = hasNumber(value, 'promptTokens', 'completionTokens')
  if (!camel) return fromProviderUsage(value)
  return fromProviderUsage({
    prompt_tokens: value['promptTokens'] ?? 0,
    completion_tokens: value['completionTokens'] ?? 0,
    total_tokens: value['totalTokens'] ?? 0,
  })
}

/** Sums token usage. Undefined if all are. */
export const sumUsage = (all: (Usage | undefined)[]): Usage | undefined =>
  all
    .filter((usage) => usage !== undefined)
    .reduce<Usage | undefined>((sum, usage) => (sum ? addUsage(sum, usage) : usage), undefined)

/** Converts costs in dollars as sent to nano-dollars. Undefined if none is valid. */
export function toSentCost(input?: Json, output?: Json, total?: Json): Cost | undefined {
  const [inputs, outputs, sum] = [
    dollarsToNanos(input),
    dollarsToNanos(output),
    dollarsToNanos(total),
  ]
  const added = inputs !== null && outputs !== null ? inputs + outputs : (inputs ?? outputs)
  const totalCost = sum ?? added
  return totalCost === null
    ? undefined
    : { total: totalCost, input: inputs, output: outputs, priceId: SENT_COST }
}

function dollarsToNanos(dollars: Json | undefined): number | null {
  if (typeof dollars !== 'number' && (typeof dollars !== 'string' || dollars === '')) return null
  const nanos = Math.round(Number(dollars) * 1e9)
  return nanos >= 0 && nanos <= MAX_COST_NANOS ? nanos : null
}
